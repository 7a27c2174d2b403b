# Completion of fulgens-record for bash. -*- shell-script -*-
# SPDX-License-Identifier: GPL-3.0-or-later

_fulgens_record ()
{
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} i

  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [ "${COMP_WORDS[i]}" = -- ]; then
      if declare -F _command_offset >/dev/null; then
        _command_offset $((i + 1))
      fi
      return
    fi
  done
  case $previous in
    -o|--output|--summary|--socket)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return ;;
    -p|--pid)
      mapfile -t COMPREPLY < <(cd /proc && compgen -W "$(echo [0-9]*)" -- "$current")
      return ;;
    --stacks)
      mapfile -t COMPREPLY < <(compgen -W 'unwind frame-pointers none' -- "$current")
      return ;;
    --counters)
      mapfile -t COMPREPLY < <(compgen -W 'all none cpu memory faults io switches power' -- "$current")
      return ;;
    --method)
      mapfile -t COMPREPLY < <(compgen -W 'auto perf agent' -- "$current")
      return ;;
    --off-cpu)
      mapfile -t COMPREPLY < <(compgen -W 'yes no' -- "$current")
      return ;;
    -i|--interval|-F|--rate|-d|--duration|--stack-size|--max-memory|--keep|--threads|--save-when|--program-stderr)
      return ;;
  esac
  case $current in
    -*)
      mapfile -t COMPREPLY < <(compgen -W '--output --pid --view --socket --interval --rate --duration --stacks --stack-size
        --off-cpu --max-memory --method --keep --threads --counters --save-when --summary --no-symbols --check --program-stderr --quiet --version --help --' -- "$current") ;;
    *)
      mapfile -t COMPREPLY < <(compgen -c -- "$current") ;;
  esac
}
complete -F _fulgens_record fulgens-record
