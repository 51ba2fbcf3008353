import { include, marked, rulesAndWeights, weighing } from './files.ts';
import type { Guide, GuideFile, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const MODULE = '/etc/nixos/rspamd-premium.nix';
const RULES = '/etc/rspamd-premium/fuzzy_check.inc';
const CHECK = 'rspamadm configtest -s -c /etc/rspamd/rspamd.conf';
const RELOAD = 'systemctl restart rspamd';

/** The key is in a file outside the configuration, because everything in the Nix store is readable by all users. */
export function nixosGuide(options: GuideOptions): Guide {
  const { rules, weights } = rulesAndWeights(options);
  const files: GuideFile[] = [
    { ...marked(RULES, rules), mode: '0640', group: 'rspamd' },
    weighing(
      MODULE,
      `{
  services.rspamd.locals."fuzzy_check.conf".text = ''
    ${include(RULES)}
  '';
  services.rspamd.locals."fuzzy_group.conf".text = ''
${weights.trimEnd().replaceAll(/^/gm, '    ')}
  '';
}`,
    ),
  ];
  return {
    id: 'nixos',
    name: 'NixOS',
    service: 'rspamd.service',
    where: `as root, with ${MODULE} in the imports of configuration.nix`,
    files,
    install: installing({ files, after: ['nixos-rebuild switch', CHECK, RELOAD] }),
    check: CHECK,
    reload: RELOAD,
    scan: 'rspamc',
    // The import fails without its file, so an empty module stays until the import is removed.
    undo: undoing({ files, after: [`[ -e ${MODULE} ] || echo '{ }' > ${MODULE}`, 'nixos-rebuild switch'] }),
    trap: 'services.rspamd.locals writes into the Nix store, which every user can read, so the file with the key must be outside it.',
    source: 'https://wiki.nixos.org/wiki/Rspamd',
  };
}
