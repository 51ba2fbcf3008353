import type { Contacts } from '#lib/site.ts';

/**
 * `/etc/rspamd/local.d/fuzzy_check.conf` for a subscriber's key: the premium storage (flag 8, at most 20) and the bulk
 * storage (flag 1, at most 5) of spec §2, in the form that `rspamadm configtest -s` accepts (rspamd.md).
 */
export function fuzzyCheckConfig(
  publicKey: string,
  { fuzzyServers, fuzzyBulkServers }: Pick<Contacts, 'fuzzyServers' | 'fuzzyBulkServers'>,
): string {
  return [
    '# /etc/rspamd/local.d/fuzzy_check.conf',
    rule({ name: 'FUZZY_PLUS', symbol: 'FUZZY_PLUS_DENIED', servers: fuzzyServers, flag: 8, maxScore: 20 }, publicKey),
    rule({ name: 'FUZZY_BULK', symbol: 'FUZZY_BULK', servers: fuzzyBulkServers, flag: 1, maxScore: 5 }, publicKey),
  ].join('\n');
}

type Rule = { name: string; symbol: string; servers: string; flag: number; maxScore: number };

function rule({ name, symbol, servers, flag, maxScore }: Rule, publicKey: string): string {
  return `rule "${name}" {
  algorithm = "mumhash";
  servers = "round-robin:${servers}";
  encryption_key = "${publicKey}";
  symbol = "${name}_UNKNOWN";
  mime_types = ["*"];
  max_score = ${maxScore.toFixed(1)};
  read_only = yes;
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
