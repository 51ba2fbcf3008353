import { isIP } from 'node:net';
import type { TrustedProxies } from '#lib/base/settings/trusted-proxies.ts';

/** The client's IP address, and why X-Forwarded-For was not used, if it was sent: the operator should know. */
export type ClientAddress = { address: string; ignored?: 'sender is no trusted proxy' | 'entry is no address' };

/**
 * The client's IP address (S10): the connection's, unless a trusted proxy opened it. Then it is the last entry of
 * X-Forwarded-For that is not a trusted proxy itself, because each proxy appends the address that it saw. With an entry
 * that is no address, the connection's counts.
 */
export function clientAddress(
  remote: string,
  forwardedFor: string | undefined,
  proxies: Pick<TrustedProxies, 'has'>,
): ClientAddress {
  const own = canonical(remote);
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
  if (!entries.some(Boolean)) return { address: own };
  if (!proxies.has(own)) return { address: own, ignored: 'sender is no trusted proxy' };
  let address = own;
  for (const entry of entries.toReversed()) {
    const claimed = addressIn(entry);
    if (!claimed) return { address: own, ignored: 'entry is no address' };
    address = claimed;
    if (!proxies.has(address)) break;
  }
  return { address };
}

/** The address of an entry. Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressIn(entry: string): string | null {
  const bare = /^\[(.+)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) && (!entry.startsWith('[') || isIP(bare) === 6) ? canonical(bare) : null;
}

/** Unwraps an IPv4-mapped IPv6 address (`::ffff:a.b.c.d`). */
const canonical = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** Whether two addresses are of one server: the same IPv4 address, or in the same IPv6 /64, however they are written. */
export const isSameServer = (a: string, b: string): boolean =>
  addressGroup(canonical(a)) === addressGroup(canonical(b));

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
