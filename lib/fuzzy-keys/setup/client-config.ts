import type { Contacts } from '#lib/base/settings/site.ts';

/**
 * `/etc/rspamd/local.d/fuzzy_check.conf` for a subscriber's key: the premium storage (flag 8, score at most 20) and the
 * bulk storage (flag 1, score at most 5), in the form that `rspamadm configtest -s` accepts. Leaves out a storage whose
 * flag is forbidden to the key: its requests could not match, but would count against the limit.
 */
export const fuzzyCheckConfig = (
  publicKey: string,
  servers: FuzzyServers,
  forbiddenFlags: readonly number[] = [],
): string =>
  [
    '# /etc/rspamd/local.d/fuzzy_check.conf',
    ...rulesFor(servers, forbiddenFlags).map((each) => rule(each, publicKey)),
  ].join('\n');

/** The service in a storage's SRV records, `_fuzzy-premium._tcp.DOMAIN` and `_fuzzy-bulk._tcp.DOMAIN`. */
export const srvService = (list: 'premium' | 'bulk'): string => `fuzzy-${list}`;

/** The contacts for a configuration that finds the servers by SRV records, which Rspamd can do since 4.1.0. */
export const discovering = <C extends Pick<Contacts, 'fuzzyDomain'>>(contacts: C): C =>
  contacts.fuzzyDomain === ''
    ? contacts
    : {
        ...contacts,
        fuzzyServers: `service=${srvService('premium')}+${contacts.fuzzyDomain}`,
        fuzzyBulkServers: `service=${srvService('bulk')}+${contacts.fuzzyDomain}`,
      };

type FuzzyServers = Pick<Contacts, 'fuzzyServers' | 'fuzzyBulkServers'>;

/** One of the two storages, as a rule for Rspamd. */
export type FuzzyRule = {
  name: string;
  symbol: string;
  servers: string;
  flag: number;
  maxScore: number;
  weight: number;
  description: string;
};

/** The rules for a key, except rules whose flag is forbidden to the key. */
export function rulesFor(
  { fuzzyServers: premium, fuzzyBulkServers: bulk }: FuzzyServers,
  forbiddenFlags: readonly number[],
): FuzzyRule[] {
  const rules = [
    {
      name: 'FUZZY_PLUS',
      symbol: 'FUZZY_PLUS_DENIED',
      servers: premium,
      flag: 8,
      maxScore: 20,
      weight: 10,
      description: 'Denied fuzzy hash (premium storage)',
    },
    {
      name: 'FUZZY_BULK',
      symbol: 'FUZZY_BULK',
      servers: bulk,
      flag: 1,
      maxScore: 5,
      weight: 0.1,
      description: 'Bulk mail fuzzy hash (premium storage)',
    },
  ];
  return rules.filter(({ flag }) => !forbiddenFlags.includes(flag));
}

function rule({ name, symbol, servers, flag, maxScore }: FuzzyRule, publicKey: string): string {
  return `rule "${name}" {
  algorithm = "mumhash";
  servers = "round-robin:${servers}";
  encryption_key = "${publicKey}";
  symbol = "${name}_UNKNOWN";
  mime_types = ["*"];
  max_score = ${maxScore.toFixed(1)};
  read_only = yes;
  no_share = yes;
  skip_unknown = yes;
  short_text_direct_hash = true;
  min_length = 64;
  fuzzy_map = {
    ${symbol} {
      max_score = ${maxScore.toFixed(1)};
      flag = ${flag};
    }
  }
}`;
}
