import { expect, test } from 'vitest';
import { addressGroup, clientAddress } from './client-address.ts';

test.each<[string, string, string | undefined, number, string]>([
  ['uses the connection when no proxy is trusted', '192.0.2.1', '198.51.100.7', 0, '192.0.2.1'],
  ['uses the last entry behind one proxy', '10.0.0.1', '203.0.113.9, 198.51.100.7', 1, '198.51.100.7'],
  ['uses the outer entry behind two proxies', '10.0.0.1', '203.0.113.9, 198.51.100.7, 10.0.0.2', 2, '198.51.100.7'],
  ['uses the connection when there are fewer entries than proxies', '10.0.0.1', '198.51.100.7', 2, '10.0.0.1'],
  ['uses the connection without the header', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['uses the connection for an empty entry', '10.0.0.1', '198.51.100.7, ', 1, '10.0.0.1'],
  ['uses the connection for an entry that is not an IP address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
  ['uses the connection for an entry with a port', '10.0.0.1', '198.51.100.7:4711', 1, '10.0.0.1'],
  ['uses the connection for an entry with a line break', '10.0.0.1', '198.51.100.7\nx', 1, '10.0.0.1'],
  ['reads an IPv6 address', '10.0.0.1', '2001:db8::1', 1, '2001:db8::1'],
  ['unwraps an IPv4-mapped address of the connection', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['unwraps an IPv4-mapped address of an entry', '10.0.0.1', '::FFFF:192.0.2.1', 1, '192.0.2.1'],
])('%s (S10)', (_name, remote, forwardedFor, hops, address) => {
  expect(clientAddress(remote, forwardedFor, hops)).toBe(address);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['127.0.0.2', '127.0.0.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['1:2:3::', '1:2:3:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('counts %s as %s (S10)', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test('counts every spelling of a /64 network as the same one, and its neighbour as another', () => {
  const same = ['2001:db8::1', '2001:db8:0::ffff', '2001:db8:0:0:1:2:3:4', '2001:0db8:0000:0000::1'];
  expect(new Set(same.map(addressGroup)).size).toBe(1);
  expect(addressGroup('2001:db8:0:1::1')).not.toBe(addressGroup('2001:db8::1'));
});
