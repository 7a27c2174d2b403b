# Completion of fulgens-query for bash. -*- shell-script -*-
# SPDX-License-Identifier: GPL-3.0-or-later

_fulgens_query ()
{
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local common='--json --strict --accept-newer --partial --member --help'
  local view='--thread --thread-name --range --implementation --own --not-own --invert --search --regex --match-case --transform --no-idle --fold-unnamed --strategy --symbols --view'
  local options=

  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W \
      'info overview story tour find call-tree functions compare sql schema rows flame-graph stack-chart categories samples markers network page-load annotate symbolicate convert save export live check formats members display sidebar activity --help --version' -- "$current")
    return
  fi

  case $previous in
    -i|--implementation)
      mapfile -t COMPREPLY < <(compgen -W 'combined js cpp own' -- "$current")
      return ;;
    --kind)
      mapfile -t COMPREPLY < <(compgen -W 'functions markers fields requests threads tracks files' -- "$current")
      return ;;
    --remove|--keep)
      mapfile -t COMPREPLY < <(compgen -W 'urls screenshots extensions preferences private arguments paths scripts all' -- "$current")
      return ;;
    --tracks)
      mapfile -t COMPREPLY < <(compgen -W 'all shown' -- "$current")
      return ;;
    --by)
      mapfile -t COMPREPLY < <(compgen -W 'function node category subcategory marker thread counter' -- "$current")
      return ;;
    --measure)
      mapfile -t COMPREPLY < <(compgen -W 'self total count mean median' -- "$current")
      return ;;
    --per)
      mapfile -t COMPREPLY < <(compgen -W 'run wall cpu total marker:' -- "$current")
      return ;;
    -f|--format)
      if [ "${COMP_WORDS[1]}" = compare ]; then
        mapfile -t COMPREPLY < <(compgen -W 'text markdown folded' -- "$current")
        return
      fi
      mapfile -t COMPREPLY < <(compgen -W 'folded pprof speedscope csv' -- "$current")
      return ;;
    --key)
      mapfile -t COMPREPLY < <(compgen -W 'path sha256' -- "$current")
      return ;;
    --strategy)
      mapfile -t COMPREPLY < <(compgen -W 'timing cpu js-allocations native-allocations native-retained-allocations
        native-deallocations-sites native-deallocations-memory' -- "$current")
      return ;;
    -t|--thread|--thread-name|-r|--range|--own|--not-own|-s|--search|-n|--limit|--limit-rows|--limit-boxes|-T|--transform|-w|--width|--path|--start|--duration|--top|--listen|--speed|--fault|--member|--marker)
      return ;;
  esac

  if [[ $current == -* ]]; then
    case ${COMP_WORDS[1]} in
      overview) options="$common $view --markdown" ;;
      story) options="$common $view --markdown --marker" ;;
      compare) view=${view/ --invert/}; options="$common ${view/ --view/} --limit --csv --sort --format --by --measure --field --per --split --interval --before-range --after-range --before-thread --after-thread --rename --margin --min-effect --assume-noise --only --verdict --fail-if --save-baseline --skip-unreadable" ;;
      call-tree|functions|samples|network|page-load) options="$common $view --limit" ;;
      display) options="$common $view --limit --when --initial" ;;
      find) options="$common $view --kind --limit --csv" ;;
      markers) options="$common $view --limit --all --statistics --csv" ;;
      rows) options="$common --output --format --tables --no-stacks --functions --key --label --partition --part --skip-unreadable" ;;
      sql) options="$common $view --limit --csv --each --jobs --key --label --fail-if-rows --timeout --memory" ;;
      schema) options='--json --help' ;;
      sidebar) options="$common $view --path" ;;
      flame-graph|stack-chart) options="$common $view --limit-rows --limit-boxes --svg --png --dark --width --output" ;;
      activity) options="$common $view --width" ;;
      annotate) options="$common $view --path-map --asm" ;;
      symbolicate) options="$common --symbols --again --output" ;;
      tour) options="$common --output" ;;
      live) options='--json --help --output --token-file --start --duration --stop --top' ;;
      members) options='--json --help --member' ;;
      convert) options="$common --output" ;;
      save) options="$common --output --thread --thread-name --range --tracks --remove --keep --report --strategy" ;;
      export) options="$common $view --format --output" ;;
      *) options=$common ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    return
  fi

  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

complete -o filenames -F _fulgens_query fulgens-query
