import { marked, rulesAndWeights, weighing } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const HOME = '/mailu';
const CHECK = 'docker compose exec -T antispam rspamadm configtest -s </dev/null';
const RELOAD = 'docker compose up -d --wait --no-deps --force-recreate antispam';

/**
 * Mailu merges `fuzzy_check.conf` and `metrics.conf` of its overrides into its own. Its own `metrics.conf` has a group
 * `fuzzy`, which in Rspamd 3.4 replaces all weights of `fuzzy_group.conf`.
 */
export function mailuGuide(options: GuideOptions): Guide {
  const { rules, weights } = rulesAndWeights(options);
  const folder = `${HOME}/overrides/rspamd`;
  const files = [marked(`${folder}/fuzzy_check.conf`, rules), weighing(`${folder}/metrics.conf`, inMetrics(weights))];
  const before = [`cd ${HOME}`];
  return {
    id: 'mailu',
    name: 'Mailu',
    service: 'antispam',
    where: `in ${HOME}, as root`,
    files,
    install: installing({ before, files, after: [CHECK, RELOAD] }),
    check: CHECK,
    reload: RELOAD,
    // rspamc is in the image of Dovecot only, and the controller trusts Mailu's network.
    scan: 'docker compose exec -T imap rspamc -h antispam:11334',
    undo: undoing({ before, files, after: [CHECK, RELOAD] }),
    trap: 'Write on the host, because the container mounts overrides/rspamd read-only, and into metrics.conf, because that of Mailu hides weights in fuzzy_group.conf from older Rspamd.',
    source: 'https://mailu.io/master/faq.html',
  };
}

/** The form that weights have in `metrics.conf`. */
const inMetrics = (weights: string) =>
  weights.replace(/^symbols = \{/m, 'group "fuzzy" {').replaceAll(/^ {2}"/gm, '  symbol "');
