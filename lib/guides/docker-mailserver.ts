import { overrideFilesIn } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const ON_HOST = 'docker-data/dms/config/rspamd/override.d';
const IN_CONTAINER = '/etc/rspamd/override.d';
const CHECK = 'docker compose exec -T mailserver rspamadm configtest -s </dev/null';
const RELOAD = 'docker compose exec -T mailserver supervisorctl signal SIGHUP rspamd </dev/null';

/**
 * Docker Mailserver copies its folder only when it creates a container, so the files also go into the running
 * container.
 */
export function dockerMailserverGuide(options: GuideOptions): Guide {
  const files = overrideFilesIn(ON_HOST, options);
  const before = ['docker compose config --services | grep -qx mailserver'];
  const copy = `docker compose cp ${ON_HOST}/. mailserver:${IN_CONTAINER}/`;
  const copies = files.map(({ path }) => path.replace(ON_HOST, IN_CONTAINER)).join(' ');
  return {
    id: 'docker-mailserver',
    name: 'Docker Mailserver',
    service: 'mailserver',
    where: 'in the folder of compose.yaml, with ENABLE_RSPAMD=1',
    files,
    install: installing({ before, files, after: [copy, CHECK, RELOAD] }),
    check: CHECK,
    reload: RELOAD,
    // Docker Mailserver turns off the worker "normal", which rspamc asks by default.
    scan: 'docker compose exec -T mailserver rspamc -h 127.0.0.1:11334',
    undo: undoing({
      before,
      files,
      after: [`docker compose exec -T mailserver rm -f ${copies} </dev/null`, copy, CHECK, RELOAD],
    }),
    trap: 'Only override.d is yours, a rule that is written straight into it replaces the free feed, and a restart does not copy it again: only a new container does.',
    source: 'https://docker-mailserver.github.io/docker-mailserver/latest/config/security/rspamd/',
  };
}
