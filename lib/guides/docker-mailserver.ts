import { filesIn } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const ON_HOST = 'docker-data/dms/config/rspamd/override.d';
const IN_CONTAINER = '/etc/rspamd/override.d';
const CHECK = 'docker compose exec -T mailserver rspamadm configtest -s </dev/null';
const RELOAD = 'docker compose exec -T mailserver supervisorctl signal SIGHUP rspamd </dev/null';

/**
 * Docker Mailserver copies its folder only when it creates a container, so the files also go into the running
 * container, after those that an earlier run left there.
 */
export function dockerMailserverGuide(options: GuideOptions): Guide {
  const files = filesIn({ folder: ON_HOST, named: '$LOCAL_CONFDIR/override.d' }, options);
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).join(' ');
  const clear = `docker compose exec -T mailserver sh -c 'cd ${IN_CONTAINER} && for f in ${names}; do ! grep -q "^# Rspamd Premium" "$f" 2>/dev/null || rm -f "$f"; done' </dev/null`;
  const copy = `docker compose cp ${ON_HOST}/. mailserver:${IN_CONTAINER}/ >/dev/null`;
  const machine = {
    options,
    files,
    before: ['docker compose config --services | grep -qx mailserver'],
    adm: 'docker compose exec -T mailserver rspamadm "$@" </dev/null',
    apply: `${clear} && { [ ! -d ${ON_HOST} ] || ${copy}; }`,
    places: [`${ON_HOST}/fuzzy_check.conf`, `${ON_HOST}/fuzzy_group.conf`],
    load: [RELOAD],
  };
  return {
    id: 'docker-mailserver',
    name: 'Docker Mailserver',
    service: 'mailserver',
    where: 'in the folder of compose.yaml, with ENABLE_RSPAMD=1',
    files,
    install: installing(machine),
    check: CHECK,
    reload: RELOAD,
    // Docker Mailserver turns off the worker "normal", which rspamc asks by default.
    scan: 'docker compose exec -T mailserver rspamc -h 127.0.0.1:11334',
    undo: undoing(machine),
    packages: 'own',
    trap: 'Only override.d is yours, a rule that is written straight into it replaces the free feed, and a restart does not copy it again: only a new container does.',
    source: 'https://docker-mailserver.github.io/docker-mailserver/latest/config/security/rspamd/',
  };
}
