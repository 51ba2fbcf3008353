import { filesIn } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const CONTAINER = 'runagent -m mail1 podman exec -i rspamd';
const RELOAD = 'runagent -m mail1 systemctl --user reload rspamd';
const ETC = '/etc/rspamd';

/** NethServer 8 runs Rspamd in a container of its mail module, whose only lasting configuration is `override.d`. */
export function nethserverGuide(options: GuideOptions): Guide {
  const files = filesIn({ folder: `${ETC}/override.d`, named: '$LOCAL_CONFDIR/override.d' }, options);
  const machine = {
    options,
    files,
    shell: `${CONTAINER} sh -eu`,
    adm: 'rspamadm "$@" </dev/null',
    places: ['override.d', 'local.d'].flatMap((folder) => [
      `${ETC}/${folder}/fuzzy_check.conf`,
      `${ETC}/${folder}/fuzzy_group.conf`,
    ]),
    // The container cannot reach the service that reloads it.
    load: [':'],
    then: RELOAD,
  };
  return {
    id: 'nethserver',
    name: 'NethServer 8',
    service: 'rspamd of the mail module, here mail1',
    where: 'on the node, as root: the paths are those in the container',
    files,
    install: installing(machine),
    check: `${CONTAINER} rspamadm configtest -s`,
    reload: RELOAD,
    scan: `${CONTAINER} rspamc`,
    undo: undoing(machine),
    packages: 'own',
    trap: 'Only override.d outlives an update of the module, and a rule that is written straight into it replaces the free feed.',
    source: 'https://github.com/NethServer/ns8-mail#rspamd-custom-configuration',
  };
}
