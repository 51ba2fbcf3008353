import { isIP } from 'node:net';

/**
 * The client's IP address: the connection's, or, behind `hops` trusted proxies, the X-Forwarded-For entry written by
 * the outermost of them (S10). Forged and malformed entries are ignored.
 */
export function clientAddress(remote: string, forwardedFor: string | undefined, hops: number): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
  const claimed = hops > 0 ? entries.at(-hops) : undefined;
  return canonical(claimed && isIP(claimed) ? claimed : remote);
}

/** Unwraps an IPv4-mapped IPv6 address (`::ffff:a.b.c.d`). */
const canonical = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** Whether two texts are the same IP address, however it is written. */
export const sameAddress = (a: string, b: string): boolean => spelled(a) === spelled(b);

/** One spelling for each address (RFC 5952). */
function spelled(address: string): string {
  const plain = canonical(address.split('%')[0] ?? '');
  return isIP(plain) === 6 ? new URL(`http://[${plain}]`).hostname : plain;
}

/** What a rate limit counts: an IPv4 address, or the /64 of an IPv6 address (S10). */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...middle, ...right].slice(0, 4).map((group) => parseInt(group || '0', 16).toString(16));
  return `${groups.join(':')}::/64`;
}
