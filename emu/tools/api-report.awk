# api-report.awk - reads a preprocessed translation unit that includes our headers,
# and prints "header name state" for every function they declare or define:
#
#   declared  a prototype only       inline    a body
#   refused   a body that does nothing but end the process by name
#   choosy    a body that does so for some arguments
#
# Usage: c++ -E all.cc | awk -v root=INCLUDE_DIR -f api-report.awk

/^# [0-9]+ "/ {
	file = $3
	gsub(/"/, "", file)
	ours = index(file, root "/") == 1
	header = substr(file, length(root) + 2)
	next
}
ours && !/^#/ { take($0) }

# One line: cut at braces and semicolons, outermost level of functions only.
# Linkage blocks and classes are looked into, other braces (bodies, structs,
# initializers) are skipped, their text being kept in body.
function take(line,    c, i) {
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "{")
			open_brace()
		else if (c == "}")
			close_brace()
		else if (skipping)
			body = body c
		else if (c == ";") {
			finish("declared")
			text = ""
		} else
			text = text c
	}
	if (skipping)
		body = body " "
	else
		text = text " "
}

function open_brace() {
	if (skipping) {
		skipping++
		body = body "{"
		return
	}
	if (text ~ /extern "C" *$/ || text ~ /namespace [^(]*$/) {
		levels[++depth] = ""
		text = ""
	} else if (text ~ /(^|[ \t])class [^();=]*$/) {
		match(text, /class +[A-Za-z_0-9]+/)
		levels[++depth] = substr(text, RSTART + 6, RLENGTH - 6)
		class = levels[depth]
		text = ""
	} else {
		skipping = 1
		body = ""
	}
}

function close_brace() {
	if (skipping) {
		if (--skipping) {
			body = body "}"
			return
		}
		if (function_name(text) != "") {
			finish(state_of(body))
			text = ""
		} else
			text = text "{}" # a type or an initializer goes on
	} else if (depth > 0) {
		depth--
		class = depth ? levels[depth] : ""
		text = ""
	}
}

function state_of(b) {
	if (b !~ /bgqemu_unsupported/)
		return "inline"
	return b ~ /if *\(|switch|\?/ ? "choosy" : "refused"
}

# Remove (nested) parentheses behind word.
function without(t, word,    at, i, n, c) {
	while ((at = index(t, word)) > 0) {
		n = 0
		for (i = at + length(word); i <= length(t); i++) {
			c = substr(t, i, 1)
			if (c == "(")
				n++
			if (c == ")" && --n == 0)
				break
		}
		t = substr(t, 1, at - 1) substr(t, i + 1)
	}
	return t
}

# The name if t declares a function, else "".
function function_name(t,    name) {
	t = without(without(t, "__attribute__"), "__asm__")
	gsub(/(public|private|protected) *:/, "", t)
	if (t ~ /typedef|\{\}|(^|[ \t])(struct|union|enum) *[A-Za-z_0-9]* *$/ || t !~ /\(/)
		return ""
	if (t ~ /=/ && index(t, "=") < index(t, "("))
		return ""
	if (t ~ /^[^(]*\( *\*/) # a pointer to one
		return ""
	sub(/\(.*/, "", t) # what is before the parameters
	if (t !~ /[A-Za-z_0-9~] *$/)
		return ""
	sub(/ *$/, "", t)
	name = t
	sub(/.*[^A-Za-z_0-9~]/, "", name)
	if (class == "" && name == t) # no type: not a declaration
		return ""
	return class == "" ? name : class "::" name
}

function finish(state,    name) {
	name = function_name(text)
	# compilers' and our own helpers are not interface
	if (name == "" || name ~ /^_*bgqemu_|^[0-9]|^(muspi|l2|l1p)_[a-z_]+$/)
		return
	print header, name, state
}
