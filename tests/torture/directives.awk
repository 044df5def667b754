# directives.awk - says of test programs of GCC's suites how they are to be run, as far as their
# DejaGnu directives tell: a line PROGRAM|SOURCES|OPTIONS|ENVIRONMENT|UNLESS for each program
# that is to run on x86-64 Linux.  OPTIONS also has the standard that a target selector asks
# for; UNLESS are options with which it is not to be run.
# What needs no directive to be run (execute suites) is told by -v run=1.
# Never: a guess that a program runs; what the host's own compiler does decides that later.

BEGIN {
	# Features that this target has not; it is taken to have all else.
	missing = "^(ilp32|ia32|x32|llp64|int16|short_enums|simulator|run_expensive_tests|dfp.*" \
		"|offload.*|newlib.*|.*(avr|altivec|powerpc|darwin|nvptx).*" \
		"|(arm|vmx|mips|aarch64|hppa).*)$"
}

function reset() {
	what = run ? "run" : "compile"
	options = more = env = sources = unless = standard = ""
	skip = 0
}

# The words of text, as Tcl separates them, into word[1] to word[words].
function split_words(text,   i, c, depth, w, quoted) {
	words = 0
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (c == " " || c == "\t")
			continue
		w = ""
		if (c == "\"") {
			for (i++; i <= length(text) && (c = substr(text, i, 1)) != "\""; i++) {
				if (c == "\\")
					c = substr(text, ++i, 1)
				w = w c
			}
		} else if (c == "{") {
			for (depth = 1; depth && i < length(text);) {
				c = substr(text, ++i, 1)
				depth += (c == "{") - (c == "}")
				if (depth)
					w = w c
			}
		} else {
			for (; i <= length(text) && (c = substr(text, i, 1)) !~ /[ \t]/; i++)
				w = w c
		}
		word[++words] = w
	}
}

# ---- target selectors: triples with wildcards and names of what a target can do
function is_target(name,   pattern) {
	if (name ~ /^c\+\+[0-9][0-9a-z]$/) { # and later ones, which are not the default here
		standard = "-std=gnu" substr(name, 2)
		return 1
	}
	if (name ~ /^c\+\+.*(_down|_only)$/) {
		standard = "-std=gnu++98"
		return 1
	}
	if (name ~ /-.*-/) {
		pattern = name
		gsub(/[.+]/, "\\\\&", pattern)
		gsub(/\*/, ".*", pattern)
		gsub(/\?/, ".", pattern)
		return "x86_64-pc-linux-gnu" ~ ("^" pattern "$")
	}
	return name !~ missing
}

function either(   value, other) {
	value = both()
	while (at <= tokens && token[at] != ")") {
		if (token[at] == "||")
			at++
		other = both()
		value = value || other
	}
	return value
}

function both(   value, other) {
	value = single()
	while (at <= tokens && token[at] == "&&") {
		at++
		other = single()
		value = value && other
	}
	return value
}

function single(   value) {
	if (token[at] == "!") {
		at++
		return !single()
	}
	if (token[at] == "(") {
		at++
		value = either()
		at++
		return value
	}
	return is_target(token[at++])
}

function selected(text) { # "" selects all
	gsub(/\{/, " ( ", text)
	gsub(/\}/, " ) ", text)
	gsub(/!/, " ! ", text)
	gsub(/"/, " ", text)
	tokens = split(text, token, " ")
	at = 1
	return tokens ? either() : 1
}

# X of "target X", "xfail Y" or both.
function applies(text) {
	if (text !~ /target/)
		return 1
	sub(/^.*target/, "", text)
	sub(/xfail.*$/, "", text)
	return selected(text)
}

# ---- directives
function directive(text) {
	split_words(text)
	if (word[1] == "dg-do") {
		what = applies(word[3]) ? word[2] : "nothing"
	} else if (word[1] == "dg-options") {
		if (words < 3 || applies(word[3]))
			options = word[2]
	} else if (word[1] == "dg-additional-options") {
		if (words < 3 || applies(word[3]))
			more = more " " word[2]
	} else if (word[1] == "dg-additional-sources") {
		sources = sources " " word[2]
	} else if (word[1] == "dg-set-target-env-var") {
		env = env (env == "" ? "" : ";") word[2] "=" word[3]
	} else if (word[1] == "dg-require-effective-target") {
		if ((words < 3 || applies(word[3])) && !is_target(word[2]))
			skip = 1
	} else if (word[1] == "dg-skip-if") {
		skip_if()
	} else if (word[1] == "dg-shouldfail") {
		skip = 1
	}
}

function skip_if(   i, n, part) {
	if (!selected(word[3]))
		return
	if (words < 4 || word[4] == "*" || word[4] == "\"*\"") {
		skip = skip || words < 5 || word[5] == "" || word[5] == "\"\""
		return
	}
	n = split(word[4], part, "\"")
	for (i = 1; i <= n; i++)
		if (part[i] ~ /^-[^ ]*$/)
			unless = unless " " part[i]
}

function take_line(line,   i, c, depth) {
	while (match(line, /\{[ \t]*dg-[a-z-]+/)) {
		line = substr(line, RSTART + 1)
		depth = 1
		for (i = 1; i <= length(line) && depth; i++) {
			c = substr(line, i, 1)
			depth += (c == "{") - (c == "}")
		}
		directive(substr(line, 1, i - (depth ? 1 : 2)))
		line = substr(line, i)
	}
}

function finish(   all, dir, n, i, part) {
	if (file == "" || what != "run" || skip)
		return
	gsub(/"/, "", more)
	dir = file
	sub(/[^\/]*$/, "", dir)
	all = file
	n = split(sources, part, " ")
	for (i = 1; i <= n; i++)
		all = all " " dir part[i]
	printf "%s|%s|%s|%s|%s\n", file, all, options more \
		(options more ~ /-std=/ || standard == "" ? "" : " " standard), env, unless
}

FNR == 1 {
	finish()
	reset()
	file = FILENAME
}
/dg-/ { take_line($0) }
END { finish() }
