import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks that are not on the public internet (IANA's registry of special-purpose addresses). */
const SPECIAL_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** Networks in 2000::/3 that are not public: protocol assignments (including Teredo), documentation, 6to4. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/**
 * Whether an IP address belongs to the public internet. IPv6 addresses that contain an IPv4 address (mapped,
 * translated, tunnelled) never do.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Whether an IP address is a loopback address. */
export const isLoopbackAddress = (address: string): boolean =>
  isIPv4(address) ? address.startsWith('127.') : address === '::1';

const special = new BlockList();
for (const network of [...SPECIAL_IPV4, ...SPECIAL_IPV6]) add(special, network);
const global = new BlockList();
add(global, '2000::/3');

function add(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
}
