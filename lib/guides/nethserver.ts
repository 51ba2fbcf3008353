import { overrideFilesIn } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const CONTAINER = 'runagent -m mail1 podman exec -i rspamd';
const RELOAD = 'runagent -m mail1 systemctl --user reload rspamd';

/** NethServer 8 runs Rspamd in a container of its mail module, whose only lasting configuration is `override.d`. */
export function nethserverGuide(options: GuideOptions): Guide {
  const files = overrideFilesIn('/etc/rspamd/override.d', options);
  const inContainer = { shell: `${CONTAINER} sh -eu`, files, after: ['rspamadm configtest -s'], then: RELOAD };
  return {
    id: 'nethserver',
    name: 'NethServer 8',
    service: 'rspamd of the mail module, here mail1',
    where: 'on the node, as root: the paths are those in the container',
    files,
    install: installing(inContainer),
    check: `${CONTAINER} rspamadm configtest -s`,
    reload: RELOAD,
    scan: `${CONTAINER} rspamc`,
    undo: undoing(inContainer),
    trap: 'Only override.d outlives an update of the module, and a rule that is written straight into it replaces the free feed.',
    source: 'https://github.com/NethServer/ns8-mail#rspamd-custom-configuration',
  };
}
