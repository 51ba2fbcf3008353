import { isIPv4 } from 'node:net';

/** The bytes of a valid address: 4, also of an IPv4 address in an IPv6 one (RFC 4291 §2.5.5.2), or 16. */
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
