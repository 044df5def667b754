# bgqemu.bash - completion for bash of bgq-run, runjob and bgq-net: their options as --help
# lists them, values that are words, files elsewhere.

_bgqemu()
{
	local command=$1 word=$2 before=$3 option
	COMPREPLY=()

	# Behind the ':' or the program everything is the program's.
	for ((i = 1; i < COMP_CWORD; i++)); do
		if [ "${COMP_WORDS[i]}" = : ]; then
			COMPREPLY=($(compgen -f -- "$word"))
			return
		fi
	done
	if [ "$before" = = ]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	[ "$word" = = ] && word=
	case $before in
	--clock) option='virtual real off' ;;
	--core) option='none first all kernel' ;;
	--label) option='none short long' ;;
	--fetch | --parking | --trains) option='on off' ;;
	--ras-effect) option='report end' ;;
	-p | --ranks-per-node) option='1 2 4 8 16 32 64' ;;
	--np | -n) option='32 64 128 256 512 1024 2048' ;;
	--shape) option='2x2x2x2x2 2x2x4x2x2 2x2x4x4x2 4x2x4x4x2 4x4x4x4x2' ;;
	--mapping) option='ABCDET TABCDE TEDCBA' ;;
	--pin) option='cores none' ;;
	--pattern) option='uniform alltoall neighbour transpose hotspot complement request shift
		reduce broadcast allreduce barrier' ;;
	--op) option='add sub max min or and xor double' ;;
	--dma) option='put get third' ;;
	--router) option='bgq 3d mesh any' ;;
	--strace) option='none' ;;
	--machine) option='bgq bgl bgp snl' ;;
	--cwd)
		COMPREPLY=($(compgen -d -- "$word"))
		return
		;;
	esac
	if [ -n "$option" ]; then
		COMPREPLY=($(compgen -W "$option" -- "$word"))
	elif [[ $word == -* ]]; then
		option=$("$command" --help 2>/dev/null |
			grep -Eo -- '(^|[ ,])--[a-z][a-z-]*' | tr -d ' ,' | sort -u)
		COMPREPLY=($(compgen -W "$option" -- "$word"))
	else
		COMPREPLY=($(compgen -f -- "$word"))
	fi
}
complete -o filenames -F _bgqemu bgq-run runjob bgq-net
