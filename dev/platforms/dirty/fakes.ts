type Places = { root: string; tree: string; local: string; rspamadm: string };

/**
 * The programs around Rspamd on a machine of the matrix. rspamadm is the real one, with the machine's folders; a
 * container is the machine itself; the rest only notes that it was called.
 */
export const FAKES = ({ root, tree, local, rspamadm }: Places): Record<string, string> => {
  const note = `echo "$(basename "$0") $*" >> ${root}/calls`;
  return {
    // rspamadm reads its own -c last, and the stock configuration is the machine's.
    rspamadm: `first=\${1-}
[ $# = 0 ] || shift
for argument do
  shift
  case $argument in -c | /etc/rspamd/rspamd.conf | ${tree}/etc/rspamd/rspamd.conf) ;; *) set -- "$@" "$argument" ;; esac
done
exec ${rspamadm} --var=CONFDIR=${root}/stock --var=LOCAL_CONFDIR=${local} "$first" "$@" -c ${root}/stock/rspamd.conf`,
    sudo: 'exec "$@"',
    systemctl: `case "$*" in 'show -p User --value rspamd') echo _rspamd ;; *) ${note} ;; esac`,
    docker: `case "$*" in
  *--services) echo mailserver ;;
  'compose exec -T '*supervisorctl*) ${note} ;;
  'compose exec -T '*) shift 4; exec "$@" ;;
  'compose cp '*) cp -r "$3" "${tree}\${4#mailserver:}" ;;
  *) ${note} ;;
esac`,
    runagent: `case "$*" in *'sh -eu') exec sh -eu ;; *) ${note} ;; esac`,
    postconf: `case "$1" in -h) cat ${root}/milters ;; *) echo "\${2#smtpd_milters = }" > ${root}/milters ;; esac`,
    'nixos-rebuild': `rm -rf ${local}/local.d/* ${local}/override.d/*
for module in own rspamd-premium; do
  [ -e ${tree}/etc/nixos/$module.nix ] || continue
  awk -v local=${local} '
    /(locals|overrides)[.]"/ { kind = /locals/ ? "local.d" : "override.d"; split($0, parts, "\\""); file = local "/" kind "/" parts[2]; next }
    /^  .*;$/ && /^  \\047\\047/ { file = ""; next }
    file { print >> file }' ${tree}/etc/nixos/$module.nix
done
chmod -R go+rX ${local}`,
    ...Object.fromEntries(['service', 'postfix'].map((name) => [name, note])),
  };
};
