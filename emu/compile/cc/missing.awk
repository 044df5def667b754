# missing.awk - from the words of GCC's C++ compiler: the headers, one a line, of names that a
# source uses without their header.  Those of GCC 4's C++ library included many of C's and of
# POSIX, and sources of the time rely on that.
#
# Never: a name that the compiler did not miss.
BEGIN {
	names["limits"] = "numeric_limits"
	names["algorithm"] = "sort stable_sort partial_sort min_element max_element " \
		"lower_bound upper_bound random_shuffle nth_element next_permutation " \
		"binary_search find_if count_if fill_n find copy fill count reverse unique " \
		"transform replace remove swap min max for_each equal merge rotate"
	names["numeric"] = "accumulate inner_product partial_sum"
	names["memory"] = "auto_ptr unique_ptr shared_ptr"
	names["iomanip"] = "setw setprecision setfill"
	names["iostream"] = "cout cerr cin endl"
	names["sstream"] = "stringstream ostringstream istringstream"
	names["fstream"] = "fstream ofstream ifstream"
	names["iterator"] = "ostream_iterator istream_iterator back_inserter inserter " \
		"distance advance"
	names["functional"] = "less greater plus multiplies binary_function unary_function " \
		"bind1st bind2nd mem_fun ptr_fun"
	names["stdexcept"] = "runtime_error logic_error invalid_argument out_of_range " \
		"domain_error"
	names["utility"] = "pair make_pair"
	names["stdint.h"] = "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t " \
		"uint64_t intptr_t uintptr_t INT32_MAX INT64_MAX UINT32_MAX UINT64_MAX"
	names["unistd.h"] = "sleep usleep getpid getopt optarg optind opterr gethostname " \
		"sysconf _SC_NPROCESSORS_ONLN _SC_PAGESIZE _SC_PAGE_SIZE read write close " \
		"lseek pread pwrite access unlink sbrk getcwd chdir rmdir dup dup2 pipe " \
		"isatty _exit getpagesize truncate ftruncate fsync alarm STDIN_FILENO " \
		"STDOUT_FILENO STDERR_FILENO"
	names["sys/time.h"] = "gettimeofday timeval"
	names["cmath"] = "sqrt fabs pow exp log log10 sin cos tan floor ceil fmod atan atan2 " \
		"sinh cosh tanh rint round sqrtf fabsf powf expf logf floorf ceilf M_PI " \
		"M_PI_2 M_SQRT2 M_E"
	names["cstdlib"] = "atoi atof atol strtol strtod strtoul strtoll strtoull rand srand " \
		"drand48 lrand48 srand48 random srandom malloc calloc realloc free exit abort " \
		"atexit getenv setenv qsort system abs labs posix_memalign EXIT_SUCCESS " \
		"EXIT_FAILURE RAND_MAX"
	names["cstring"] = "memcpy memset memcmp memmove memchr strcpy strncpy strcmp strncmp " \
		"strcat strncat strlen strchr strrchr strstr strdup strtok strerror " \
		"strcasecmp strncasecmp"
	names["cstdio"] = "printf fprintf sprintf snprintf vprintf vfprintf vsprintf " \
		"vsnprintf scanf sscanf fscanf fopen fclose fflush fputs fgets fread fwrite " \
		"fseek ftell puts perror putchar FILE stdin stdout stderr EOF rename"
	names["climits"] = "INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX SHRT_MAX " \
		"CHAR_MAX CHAR_BIT LLONG_MAX"
	names["cfloat"] = "DBL_MAX DBL_MIN DBL_EPSILON FLT_MAX FLT_MIN FLT_EPSILON"
	names["cstddef"] = "size_t ptrdiff_t NULL"
	names["cassert"] = "assert"
	names["cctype"] = "toupper tolower isalpha isalnum isdigit isspace isupper islower " \
		"isprint"
	names["ctime"] = "time clock ctime localtime strftime time_t clock_gettime"
	names["cerrno"] = "errno"
	names["pthread.h"] = "pthread_t pthread_create pthread_join pthread_self " \
		"pthread_mutex_t pthread_mutex_lock pthread_mutex_unlock"
	names["typeinfo"] = "typeid"
	for (header in names) {
		n = split(names[header], list, " ")
		for (i = 1; i <= n; i++)
			of[list[i]] = header
	}
}

# A warning is for what a template misses, since GCC 15; an error follows where it is used.
{ gsub(/\033\[[0-9;]*[mK]/, "") } # colours
/(error|warning): .*(was not declared|is not a member of|does not name a type)/ ||
/(error|warning): .*(incomplete type|must .#include)/ {
	sub(/.*(error|warning): /, "")
	gsub(/‘|’/, "'")
	sub(/aggregate /, "")
	sub(/std::(basic_)?/, "")
	if (/must .#include <typeinfo>/)
		name = "typeid"
	else {
		split($0, part, "'")
		name = part[2]
		sub(/[ <].*/, "", name)
	}
	if (name in of && !(of[name] in said)) {
		said[of[name]] = 1
		print of[name]
	}
}
