import { include, MARK, marked, rulesAndWeights, weighing } from './files.ts';
import type { Guide, GuideFile, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const MODULE = '/etc/nixos/rspamd-premium.nix';
const [RULES, WEIGHTS] = ['/etc/rspamd-premium/fuzzy_check.inc', '/etc/rspamd-premium/fuzzy_group.inc'];
const CHECK = 'rspamadm configtest -s -c /etc/rspamd/rspamd.conf';
const RELOAD = 'systemctl restart rspamd';

/**
 * The key is in a file outside the configuration, because everything in the Nix store is readable by all users. The
 * lines go to `overrides`, after those of other modules, where they are read whatever else there is.
 */
export function nixosGuide(options: GuideOptions): Guide {
  const { rules, weights } = rulesAndWeights(options);
  const files: GuideFile[] = [
    { ...marked(RULES, rules), mode: '0640', group: 'rspamd' },
    marked(
      MODULE,
      `{ lib, ... }:
{
  services.rspamd.overrides."fuzzy_check.conf".text = lib.mkAfter ''
    ${include(RULES)}
  '';
  services.rspamd.overrides."fuzzy_group.conf".text = lib.mkAfter ''
    ${include(WEIGHTS)}
  '';
}`,
    ),
    weighing(WEIGHTS, weights),
  ];
  const machine = {
    options,
    files,
    before: ['user=rspamd'],
    adm: 'runuser -u rspamd -- rspamadm "$@" -c /etc/rspamd/rspamd.conf </dev/null',
    reads: 'runuser -u rspamd -- test -r "$1"',
    apply: 'nixos-rebuild switch',
    hint: `add ${MODULE} to the imports of configuration.nix`,
    places: ['override.d', 'local.d'].flatMap((folder) => [
      `/etc/rspamd/${folder}/fuzzy_check.conf`,
      `/etc/rspamd/${folder}/fuzzy_group.conf`,
    ]),
    load: [RELOAD],
    // The import fails without its file, so an empty module stays until the import is removed.
    unload: [`{ echo '${MARK}: remove the import of this file, then the file'; echo '{ }'; } > ${MODULE}`],
  };
  return {
    id: 'nixos',
    name: 'NixOS',
    service: 'rspamd.service',
    where: `as root, with ${MODULE} in the imports of configuration.nix`,
    files,
    install: installing(machine),
    check: CHECK,
    reload: RELOAD,
    scan: 'rspamc',
    undo: undoing(machine),
    packages: 'own',
    trap: 'services.rspamd.locals writes into the Nix store, which every user can read, so the file with the key must be outside it.',
    source: 'https://wiki.nixos.org/wiki/Rspamd',
  };
}
