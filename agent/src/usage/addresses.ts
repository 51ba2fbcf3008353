import { isIP, isIPv4 } from 'node:net';
import { isObject } from '../system/json.ts';
import { countsOf, plus, ZERO, type Counts } from './counts.ts';

/** The counters of one key by address. Each Rspamd process remembers the 1,024 latest addresses of a key. */
export type Addresses = Record<string, Counts>;

/** Reads the `ips` of a key in an answer of `fuzzystat`, alike in 3.4 and 4.1. Leaves out invalid entries. */
export function readAddresses(ips: unknown): Addresses {
  const addresses: Addresses = {};
  if (!isObject(ips)) return addresses;
  for (const [address, value] of Object.entries(ips)) {
    const counts = countsOf(value);
    if (!counts || !isIP(address)) continue;
    const shown = shownAddress(address);
    addresses[shown] = plus(addresses[shown] ?? ZERO, counts);
  }
  return addresses;
}

/** The bytes of a valid address: 4 for IPv4, also if it is mapped into IPv6 (RFC 4291 §2.5.5.2), and 16 for IPv6. */
export function bytesOfAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [plain = ''] = address.split('%');
  const quad = /[\d.]+$/.exec(plain)?.[0] ?? '';
  const text = isIPv4(quad)
    ? plain.slice(0, -quad.length) + bytesOfAddress(quad).toString('hex').replace(/^.{4}/, '$&:')
    : plain;
  const [head = [], tail = []] = text.split('::').map((part) => (part ? part.split(':') : []));
  const middle = text.includes('::') ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  const bytes = Buffer.from([...head, ...middle, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex');
  return bytes.subarray(0, 12).equals(MAPPED) ? bytes.subarray(12) : bytes;
}
const MAPPED = Buffer.from('00000000000000000000ffff', 'hex');

/** Writes an IPv4 address that is mapped into IPv6 as IPv4, and removes the zone of an IPv6 address. */
function shownAddress(address: string): string {
  const bytes = bytesOfAddress(address);
  return bytes.length === 4 ? bytes.join('.') : (address.split('%')[0] ?? address);
}

/** What tells servers apart: an IPv4 address, or the /64 of an IPv6 address, whose other half may change every day. */
export const serverOfAddress = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length === 4 ? 4 : 8);

/** Whether a valid address belongs to the server of another one. */
export const isOfServer = (address: string, other: Buffer): boolean =>
  serverOfAddress(bytesOfAddress(address)).equals(serverOfAddress(other));

/** The network of an address, for counting from how many a key is used: the first 24 bits of IPv4, 64 of IPv6. */
export const networkOfAddress = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length === 4 ? 3 : 8);
