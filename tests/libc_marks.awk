# libc_marks.awk - from pages of the manual (man, unformatted): the functions that their tables
# "ATTRIBUTES" mark as MT-Unsafe, one a line.
# Never: those that were so in older versions only.
function names_print(cell, value) {
	if (value !~ /^ *MT-Unsafe/)
		return
	gsub(/\\[%:]/, "", cell)
	while (match(cell, /[A-Za-z_][A-Za-z_0-9]* ?\(\)/)) {
		name = substr(cell, RSTART, RLENGTH)
		cell = substr(cell, RSTART + RLENGTH)
		sub(/ ?\(\)/, "", name)
		print name
	}
}
/^\.SH/ { inside = /ATTRIBUTES/; cell = names = "" }
!inside { next }
/^T}\tThread safety\t/ {
	names = cell
	cell = ""
	value = $0
	sub(/^T}\tThread safety\t/, "", value)
	if (value != "T{") {
		names_print(names, value)
		names = ""
	}
	next
}
/^T}/ {
	if (names != "")
		names_print(names, cell)
	names = cell = ""
	next
}
/^T{/ { cell = ""; next }
{
	line = $0
	sub(/^\.[A-Z]+ /, "", line)
	gsub(/\\ /, " ", line)
	cell = cell " " line
}
