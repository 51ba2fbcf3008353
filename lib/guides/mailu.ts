import { include, lining, marked, rulesAndWeights, weighing } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const HOME = '/mailu';
const CHECK = 'docker compose exec -T antispam rspamadm configtest -s </dev/null';
const RELOAD = 'docker compose up -d --wait --no-deps --force-recreate antispam';
/** The overrides, as the container sees them. */
const INSIDE = '/overrides';

/**
 * Mailu merges `fuzzy_check.conf` and `metrics.conf` of its overrides into its own. Its own `metrics.conf` has a group
 * `fuzzy`, which in Rspamd 3.4 replaces all weights of `fuzzy_group.conf`.
 */
export function mailuGuide(options: GuideOptions): Guide {
  const { rules, weights } = rulesAndWeights(options);
  const folder = `${HOME}/overrides/rspamd`;
  const [ruleFile, weightFile] = ['rspamd_premium_rules.inc', 'rspamd_premium_weights.inc'];
  const line = (file: string, own: string, key: 'rule' | 'group') =>
    lining(`${folder}/${file}`, { text: include(`${INSIDE}/${own}`), includes: `${folder}/${own}`, key });
  const files = [
    marked(`${folder}/${ruleFile}`, rules),
    line('fuzzy_check.conf', ruleFile, 'rule'),
    weighing(`${folder}/${weightFile}`, inMetrics(weights)),
    { ...line('metrics.conf', weightFile, 'group'), isWeights: true as const },
  ];
  const machine = {
    options,
    files,
    before: [`cd ${HOME}`],
    adm: 'docker compose exec -T antispam rspamadm "$@" </dev/null',
    places: [`${folder}/fuzzy_check.conf`, `${folder}/metrics.conf`],
    load: [RELOAD],
  };
  return {
    id: 'mailu',
    name: 'Mailu',
    service: 'antispam',
    where: `in ${HOME}, as root`,
    files,
    install: installing(machine),
    check: CHECK,
    reload: RELOAD,
    // rspamc is in the image of Dovecot only, and the controller trusts Mailu's network.
    scan: 'docker compose exec -T imap rspamc -h antispam:11334',
    undo: undoing(machine),
    packages: 'own',
    trap: 'Write on the host, because the container mounts overrides/rspamd read-only, and into metrics.conf, because that of Mailu hides weights in fuzzy_group.conf from older Rspamd.',
    source: 'https://mailu.io/master/faq.html',
  };
}

/** The form that weights have in `metrics.conf`. */
const inMetrics = (weights: string) =>
  weights.replace(/^symbols = \{/m, 'group "fuzzy" {').replaceAll(/^ {2}"/gm, '  symbol "');
