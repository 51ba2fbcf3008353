/**
 * What every command of a guide is made of: functions for a POSIX shell. They write a file only after they have kept a
 * copy of it, and put everything back if the command does not reach its end. Before them a platform defines `adm`,
 * which runs rspamadm as the user under which Rspamd reads its configuration there, and may define anew what is in
 * `DEFAULTS`: `apply`, which makes Rspamd see the files, and `reads`, whether Rspamd can read one. No text of a shell here may contain two braces in a row or a brace beside % or #, which Ansible's templates
 * would read.
 */
export const DEFAULTS = `apply() { :; }
reads() { :; }`;

/** Keeping and putting back. `kept` is set once nothing is to be put back any more. */
const KEEPING = `umask 022
t=$(mktemp -d) kept= changed= made= dirs= n=0
: > $t/old; : > $t/fresh; : > $t/before
stop() { echo "Rspamd Premium: nothing was changed, because $*" >&2; exit 1; }
end() {
  code=$?
  trap - EXIT
  [ "$code" = 0 ] || [ -n "$kept" ] || put_back || :
  rm -rf "$t"
  exit "$code"
}
put_back() {
  while read -r number file; do cp -p "$t/$number" "$file"; done < $t/old
  while read -r file; do rm -f "$file"; done < $t/fresh
  for folder in $dirs; do rmdir "$folder" 2>/dev/null || :; done
  [ -z "$changed" ] || apply
}
trap end EXIT
trap 'exit 1' HUP INT TERM
folder() {
  case $1 in */*) [ -d "$1" ] || [ -z "$1" ] || folder "\${1%/*}" ;; esac
  [ -d "$1" ] || [ -z "$1" ] || { mkdir "$1"; dirs="$1 $dirs"; }
}
keep() {
  changed="$changed $1"
  if [ -e "$1" ]; then n=$((n + 1)); cp -p "$1" "$t/$n"; echo "$n $1" >> $t/old; else echo "$1" >> $t/fresh; fi
}
has_mode() { [ "$2" = - ] || [ -n "$(find "$1" -perm "$2")" ]; }
put() {
  if [ -e "$1" ] && cmp -s $t/new "$1" && has_mode "$1" "$2"; then return 0; fi
  [ -z "\${RSPAMD_PREMIUM_DRY-}" ] || { changed="$changed $1"; echo "Would write $1"; return 0; }
  case $1 in */*) folder "\${1%/*}" ;; esac
  keep "$1"
  [ -e "$1" ] || (umask 077; : > "$1")
  cat $t/new > "$1"
  [ "$2" = - ] || chmod "$2" "$1"
  [ "\${3:--}" = - ] || chgrp "$3" "$1"
}
drop() {
  [ -e "$1" ] || return 0
  [ -z "\${RSPAMD_PREMIUM_DRY-}" ] || { changed="$changed $1"; echo "Would remove $1"; return 0; }
  keep "$1"
  rm -f "$1"
}`;

/** Files that are ours as a whole: their first line says so. */
const OWN = `mine() { [ -e "$1" ] && head -n 1 "$1" | grep -q '^# Rspamd Premium'; }
own() {
  cat > $t/new
  [ ! -e "$1" ] || mine "$1" || stop "$1 is not of this guide: move it away, then run this again."
  put "$1" "$2" "\${3:--}"
}
disown() { if mine "$1"; then drop "$1"; fi; }`;

/**
 * Our one line in the files of others, at their end: in override.d an earlier line would lose against rules after it. A
 * file of an older guide, which had the whole file, keeps what its owner added to it.
 */
const LINES = `of_old() {
  case $(head -n 1 "$1") in
    '# Rspamd Premium: '*) : ;;
    '# /etc/rspamd/local.d/fuzzy_'*) grep -q -e '^rule "FUZZY_PLUS" {' -e '^rule "FUZZY_BULK" {' -e '^  "FUZZY_[A-Z_]*" {' "$1" ;;
    *) false ;;
  esac
}
rest_of_old() {
  awk -v chunks=$t/chunks '
    NR == 1 { next }
    /^rule "FUZZY_(PLUS|BULK)" [{]$/ { skip = 1 }
    !skip && !/^[.]include.*rspamd_premium_[a-z]*[.]inc"$/ { text = text $0 "\\n" }
    /^[}]$/ { skip = 0 }
    END {
      while ((getline line < chunks) > 0) {
        if (line != "--") { chunk = chunk line "\\n"; continue }
        at = index(text, chunk)
        if (chunk != "" && at) text = substr(text, 1, at - 1) substr(text, at + length(chunk))
        chunk = ""
      }
      if (text ~ /[^ \\t\\n]/) printf "%s", text
    }' "$1"
}
bare() {
  made=
  if of_old "$1"; then
    rest_of_old "$1" > $t/bare
    [ -s $t/bare ] || made=1
    return 0
  fi
  first=$(sed -n '/^# Rspamd Premium begins/=' "$1") last=$(sed -n '/^# Rspamd Premium ends/=' "$1")
  [ -n "$first$last" ] || { cat "$1" > $t/bare; return 0; }
  [ -n "$first" ] && [ "$(echo $last)" = "$((\${first%%[!0-9]*} + 2))" ] && [ "$(echo $first)" = "\${first%%[!0-9]*}" ] ||
    stop "$1 has more or less than our one line between the marks of Rspamd Premium: move yours out, or delete both marks."
  mark=$(sed -n "$first p" "$1")
  tail -n +$((last + 1)) "$1" > $t/rest
  : > $t/bare
  [ "$first" = 1 ] || head -n $((first - 1)) "$1" > $t/bare
  case $mark in
    *'a new file') [ -s $t/bare ] || [ -s $t/rest ] || made=1 ;;
    *'without its end') [ -s $t/rest ] || { head -c $(($(wc -c < $t/bare) - 1)) $t/bare > $t/cut; cat $t/cut > $t/bare; } ;;
  esac
  cat $t/rest >> $t/bare
}
says() {
  [ -e "$1" ] && awk -v what="$2" '
    { sub(/#.*/, "") }
    !depth && $0 ~ "^[ \\t]*\\"?(" what ")" { found = 1 }
    { depth += gsub(/[{]/, "") - gsub(/[}]/, "") }
    END { exit !found }' "$1"
}
line() {
  at=$1
  if [ "$2" != - ] && says "$2" "$5[ \\t\\"={]|[.]include"; then at=$2; fi
  for file in "$1" "$2"; do
    [ "$file" != - ] || continue
    : > $t/bare
    made=
    [ ! -e "$file" ] || bare "$file"
    if [ "$file" = "$at" ]; then
      if [ "$5" != none ] && [ -e "$4" ] && of_old "$4"; then
        rest_of_old "$4" > $t/rest
        [ ! -s $t/rest ] || [ -z "$(tail -c 1 $t/bare)" ] || echo >> $t/bare
        cat $t/rest >> $t/bare
      fi
      [ ! -s $t/bare ] || made=
    fi
    if [ "$file" = "$at" ] && [ "$doing" = install ]; then
      mark='# Rspamd Premium begins' mode=-
      [ -e "$file" ] || { made=1; mode=0644; }
      [ -z "$made" ] || mark="$mark, a new file"
      [ -z "$(tail -c 1 $t/bare)" ] || { echo >> $t/bare; mark="$mark, after a line without its end"; }
      { cat $t/bare; printf '%s\\n' "$mark" "$3" '# Rspamd Premium ends'; } > $t/new
      put "$file" "$mode"
    elif [ -e "$file" ] || [ -s $t/bare ]; then
      cat $t/bare > $t/new
      if [ -z "$made" ]; then put "$file" -
      else
        drop "$file"
        [ "$doing" = install ] || [ ! -e "$file.before" ] || { cat "$file.before" > $t/new; put "$file" 0644; drop "$file.before"; }
      fi
    fi
  done
}`;

/** What Rspamd has loaded, one fact a line, and what is in the way if it is not what the guide promises. */
const LOADED = `flat() {
  awk '
    /^[*][*][*]/ || /^$/ { next }
    { gsub(/^[ \\t]+|;$/, ""); sub(/,$/, "") }
    /^[]}]$/ { depth--; next }
    /[[{]$/ { sub(/ *=? *[[{]$/, ""); gsub(/"/, ""); path[++depth] = $0; next }
    { gsub(/"/, ""); text = ""; for (i = 1; i <= depth; i++) text = text path[i] "/"; print text $0 }'
}
loaded() {
  adm configdump fuzzy_check 2>/dev/null | flat | grep -v -e '^rule/rspamd.com/' -e '^enabled' || :
  adm configdump -d 2>/dev/null | flat | sed -n 's,^symbols/\\(.*/score = \\),\\1,p' || :
  adm configdump -m 2>/dev/null | grep -Eq '^Modules enabled:.*[ ,]fuzzy_check(,|$)' && echo on || :
}
unmarked() { sed '/^# Rspamd Premium begins/,/^# Rspamd Premium ends/d' "$1"; }
its_own() { for file in $places; do if [ -e "$file" ] && unmarked "$file" | grep -q "$1"; then echo "$file"; return; fi; done; }
unread() {
  name=$(sed -n 's/.*address resolution for \\([^ ]*\\) failed.*/\\1/p' $t/said | head -n 1)
  [ -z "$name" ] || stop "the name $name does not resolve on this server: mend its DNS, then run this again."
  file=$(sed -n 's/.*cannot open file \\(.*\\): Permission denied.*/\\1/p' $t/said | head -n 1)
  [ -z "$file" ] || stop "$file cannot be read by Rspamd, which runs as \${user:-root}: make it and its folder readable (chmod go+rX), then run this again."
  grep -q 'bad encryption key' $t/said && stop 'these files hold no working key: log in, and copy the command with your key.'
  file=$(sed -n 's/.*error while parsing \\([^:]*\\): line: \\([0-9]*\\).*/\\1, line \\2,/p' $t/said | head -n 1)
  [ -z "$file" ] || stop "$file cannot be parsed: mend it, then run this again."
  stop "Rspamd refuses its configuration ($(grep -v -e 'errors found' -e '^syntax' $t/said | tail -n 1)): mend that, then run this again."
}
check() {
  adm configtest -s > $t/said 2>&1 || :
  grep -q '^syntax OK' $t/said || unread
  loaded > $t/after
  if ! grep -qx on $t/after; then
    for file in $places; do
      says "$file" 'enabled"?[ \\t]*[=:]?[ \\t]*"?(false|no|off)' && stop "$file switches fuzzy_check off: remove its line \\"enabled\\", then run this again."
    done
    stop 'the module fuzzy_check is off: switch it on (rspamadm configdump -m), then run this again.'
  fi
  while read -r rule key; do
    [ "$(grep -E "^rule/$rule/(encryption_key|enabled) = " $t/after)" != "rule/$rule/encryption_key = $key" ] || continue
    file=$(its_own "$rule\\"* *[{=]")
    [ -z "$file" ] || stop "$file has a rule $rule of its own, with another key or switched off: remove that rule, then run this again."
    for file in $ours $places; do
      [ ! -e "$file" ] || reads "$file" || stop "$file cannot be read by Rspamd, which runs as \${user:-root}: make it and its folder readable (chmod go+rX), then run this again."
    done
    file=$(its_own 'fuzzy_check *{')
    [ -z "$file" ] || stop "$file replaces the module fuzzy_check: move its rules to local.d/fuzzy_check.conf, then run this again."
    stop "Rspamd does not load the rule $rule: $hint, then run this again."
  done < $t/rules
  while read -r symbol weight; do
    has=$(sed -n "s,^$symbol/score = ,,p" $t/after)
    case $has in *[1-9]*) : ;; *) stop "$symbol has no weight: remove it from $(its_own "$symbol" | grep . || echo "$places"), then run this again." ;; esac
    if awk -v has="$has" -v ours="$weight" 'BEGIN { exit has + 0 == ours + 0 }'; then echo "$symbol keeps your own weight, $has."; fi
  done < $t/weights
  grep -v -e FUZZY_PLUS -e FUZZY_BULK $t/before | grep -vxF -f $t/after > $t/lost || :
  [ ! -s $t/lost ] || stop "your own setting \\"$(head -n 1 $t/lost)\\" would be lost: write to us, this should not happen."
}
report() {
  echo "Rspamd has loaded $(sed 's/ .*//' $t/rules | tr '\\n' ' ')with your key, and the weights of $(sed 's/ .*//' $t/weights | tr '\\n' ' ' | sed 's/ $//')."
}`;

/** Enough to write our own files. */
export const WRITING = [KEEPING, OWN].join('\n');
/** All of it. */
export const LIBRARY = [WRITING, LINES, LOADED].join('\n');
