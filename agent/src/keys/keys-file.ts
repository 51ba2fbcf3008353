import type { Form } from '../settings.ts';
import { Failure } from '../system/failure.ts';
import type { Entry } from './key-map.ts';
import { keyIdOf } from './key-pair.ts';
import { knowsSuspended, readsMap, type RspamdVersion } from './rspamd-version.ts';

const STATIC_HEAD = '# Written by rspamd-premium-agent: what you change here is overwritten.\n';
/** Finds the public halves in either form of the keys file. */
const PUBLIC_HALF = /\bpubkey"?\s*[:=]\s*"(\w{52})"/g;

/**
 * The content of the keys file. In the map form it is the portal's text, unchanged, if this Rspamd understands all of
 * it. An older Rspamd would serve suspended keys, so it gets the map without them.
 */
export function renderKeys(form: Form, version: RspamdVersion, entries: Entry[], textOfPortal: string): string {
  if (form === 'map' && !readsMap(version))
    throw new Failure(`Rspamd ${version.join('.')} cannot read a key map: set KEYS_FORM=static`);
  const kept = knowsSuspended(version) ? entries : entries.filter((entry) => !isSuspended(entry));
  if (form === 'static') return `${STATIC_HEAD}${kept.map(keypairBlock).join('')}`;
  if (kept.length === entries.length) return textOfPortal;
  return kept.length ? `[\n${kept.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n` : '[]\n';
}

/** The number of keys in a keys file of either form. */
export const countKeys = (text: string | null): number => text?.match(/\bprivkey\b/g)?.length ?? 0;

/** The key ids in a keys file of either form. */
export const keyIdsIn = (text: string | null): string[] =>
  [...(text ?? '').matchAll(PUBLIC_HALF)].map(([, half = '']) => keyIdOf(half));

const isSuspended = ({ extensions }: Entry) => extensions?.allowed_ops?.length === 0;

/** Contains no text that a person typed, so nothing needs escaping. */
function keypairBlock({ pubkey, privkey, extensions: { ratelimit, forbidden_ids, allowed_ops } = {} }: Entry): string {
  const lines = [
    ratelimit && `    ratelimit { rate = ${plain(ratelimit.rate)}; burst = ${plain(ratelimit.burst)}; }\n`,
    forbidden_ids && `    forbidden_ids = [${forbidden_ids.join(', ')}];\n`,
    allowed_ops && `    allowed_ops = [${allowed_ops.map((name) => `"${name}"`).join(', ')}];\n`,
  ].filter(Boolean);
  const extensions = lines.length ? `  extensions {\n${lines.join('')}  }\n` : '';
  return `keypair {
  pubkey = "${pubkey}";
  privkey = "${privkey}";
  type = "kex";
  algorithm = "curve25519";
  encoding = "base32";
${extensions}}
`;
}

/** A number without an exponent. */
const plain = (value: number) => (/e/.test(String(value)) ? value.toFixed(12) : String(value));
