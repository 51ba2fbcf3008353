/** Where a digest was found: in the header of a message, in a line of Rspamd's log, or alone. */
export type DigestSource = 'header' | 'log' | 'digest';
/** A digest as the storage knows it: 128 hex digits in lower case. `flag` is that of its list. */
export type PastedDigest = { digest: string; flag: number | null; from: DigestSource };
/** `short`: beginnings of digests, as symbol options show them. They are not enough to look a hash up. */
export type Pasted = { digests: PastedDigest[]; short: string[] };

/** The longest text that is parsed, and the most digests that are taken from it. */
export const MAX_PASTED = 64 * 1024;
export const MAX_DIGESTS = 20;

/** A digest that a mail program or a terminal wrapped. */
const WRAPPED = /(?<![0-9a-f])[0-9a-f]{8,127}(?:[ \t]{0,8}\r?\n[ \t>]{0,8}[0-9a-f]{1,127}){1,16}(?![0-9a-f])/gi;
const DIGEST = /(?<![0-9a-f])[0-9a-f]{128}(?![0-9a-f])/gi;
/** `8:589bff398e:1.00:txt`, from 4.1 with the beginning of what was asked for behind it. */
const OPTION = /(?<![\w.])\d{1,10}:([0-9a-f]{6,127}):[01]\.\d{2}:(?:bin|txt|img|content|htmld?)(?!\w)/gi;

/**
 * Finds the digests of stored hashes in what a person pasted: the header `X-Rspamd-Fuzzy` (bare digests up to 4.1.3,
 * annotated ones later), log lines of 3.4 to 4.1, symbol options, or digests alone. Where Rspamd also names the digest
 * that it asked for, only the stored one counts, because removing the other would change nothing.
 */
export function parsePasted(text: string): Pasted {
  const whole = joinWrapped(text.slice(0, MAX_PASTED));
  const found = new Map<string, PastedDigest>();
  const stored = storedDigests(whole);
  for (const [n, [start, end, digest]] of stored.entries()) {
    const known = found.get(digest);
    const [next = whole.length] = stored[n + 1] ?? []; // what follows the next digest belongs to it
    const flag = flagIn(whole.slice(end, Math.min(next, end + 400))) ?? flagBefore(whole, start);
    const from = sourceOf(whole, start, end);
    if (known) known.flag ??= flag;
    else if (found.size < MAX_DIGESTS) found.set(digest, { digest, flag, from });
  }
  const digests = [...found.values()];
  const options = [...whole.matchAll(OPTION)].map(([, part = '']) => part.toLowerCase());
  const short = [...new Set(options)].filter((part) => !digests.some(({ digest }) => digest.startsWith(part)));
  return { digests, short: short.slice(0, MAX_DIGESTS) };
}

const joinWrapped = (text: string) =>
  text.replaceAll(WRAPPED, (wrapped) => {
    const joined = wrapped.replaceAll(/[^0-9a-f]/gi, '');
    return joined.length === 128 ? joined : wrapped;
  });

function storedDigests(text: string): [start: number, end: number, digest: string][] {
  return [...text.matchAll(DIGEST)].flatMap(({ index, 0: digest }): [number, number, string][] => {
    const end = index + digest.length;
    const isAskedFor =
      /queried[="': ]{1,4}$/i.test(text.slice(Math.max(0, index - 16), index)) ||
      (text[index - 1] === '(' && text.startsWith(' requested)', end));
    return isAskedFor ? [] : [[index, end, digest.toLowerCase()]];
  });
}

/** From `flag=8` of the header, `"flag": 8` of the exported matches, or `list: FUZZY_DENIED:8` of the log. */
function flagIn(after: string): number | null {
  const [, annotated, listed] =
    /\bflag["']?\s{0,4}[=:]\s{0,4}(\d{1,9})|\blist:? [^\s:]{1,100}:(\d{1,9})/.exec(after) ?? [];
  const flag = Number(annotated ?? listed);
  return flag > 0 ? flag : null;
}

/** A symbol option with the whole digest has the flag in front of it. */
function flagBefore(text: string, start: number): number | null {
  const flag = Number(/(?<![\w.])(\d{1,9}):$/.exec(text.slice(Math.max(0, start - 12), start))?.[1]);
  return flag > 0 ? flag : null;
}

function sourceOf(text: string, start: number, end: number): DigestSource {
  const before = text.slice(Math.max(0, start - 2000), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/fuzzy hash ?\([a-z]{1,10}\)/.test(line) || /"found"\s{0,4}:\s{0,4}"$/.test(line)) return 'log';
  const header = before.toLowerCase().lastIndexOf('x-rspamd-fuzzy:');
  const isFolded = header >= 0 && !/\n(?![ \t])/.test(before.slice(header));
  return isFolded || text.startsWith(' (rule=', end) ? 'header' : 'digest';
}

/** What is stored of a pasted text: only what was recognised, so no address and no line of a log. */
export const evidenceOf = ({ digests }: Pasted): string =>
  digests.map(({ digest, flag, from }) => `${from}${flag === null ? '' : `, flag ${flag}`}: ${digest}`).join('\n');
