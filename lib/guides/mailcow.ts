import { overrideFilesIn } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const HOME = '/opt/mailcow-dockerized';
const CHECK = 'docker compose exec -T rspamd-mailcow rspamadm configtest -s </dev/null';
const RELOAD = 'docker compose restart rspamd-mailcow';

/** mailcow tracks its own `local.d/fuzzy_check.conf` with two rules, and ignores unknown files in `override.d`. */
export function mailcowGuide(options: GuideOptions): Guide {
  const files = overrideFilesIn(`${HOME}/data/conf/rspamd/override.d`, options);
  const before = [`cd ${HOME}`];
  const after = [CHECK, RELOAD];
  return {
    id: 'mailcow',
    name: 'mailcow',
    service: 'rspamd-mailcow',
    where: `in ${HOME}, as root`,
    files,
    install: installing({ before, files, after }),
    check: CHECK,
    reload: RELOAD,
    scan: 'docker compose exec -T rspamd-mailcow rspamc',
    undo: undoing({ before, files, after }),
    trap: 'local.d/fuzzy_check.conf is tracked by git and merged by update.sh, and a rule that is written straight into override.d replaces the rules "local" and "mailcow".',
    source: 'https://github.com/mailcow/mailcow-dockerized/tree/master/data/conf/rspamd',
  };
}
