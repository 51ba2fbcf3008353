import { filesIn } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const HOME = '/mailu';
const CHECK = 'docker compose exec -T antispam rspamadm configtest -s </dev/null';
const RELOAD = 'docker compose up -d --wait --no-deps --force-recreate antispam';

/**
 * Mailu merges `fuzzy_check.conf` of its overrides into its own, and copies files that it does not ship, such as
 * `fuzzy_group.conf`, into the container's `local.d` when the container starts.
 */
export function mailuGuide(options: GuideOptions): Guide {
  const files = filesIn(`${HOME}/overrides/rspamd`, options);
  const before = [`cd ${HOME}`];
  return {
    id: 'mailu',
    name: 'Mailu',
    service: 'antispam',
    where: `in ${HOME}, as root`,
    files,
    install: installing({ before, files, after: [RELOAD, CHECK] }),
    check: CHECK,
    reload: RELOAD,
    // rspamc is in the image of Dovecot only, and the controller trusts Mailu's network.
    scan: 'docker compose exec -T imap rspamc -h antispam:11334',
    undo: undoing({ before, files, after: [RELOAD, CHECK] }),
    trap: 'The container mounts overrides/rspamd read-only and keeps a copy until it is recreated, so write on the host, and do not only restart.',
    source: 'https://mailu.io/master/faq.html',
  };
}
