import { expect, test } from 'vitest';
import { readProxies, type TrustedProxies } from '#lib/base/settings/trusted-proxies.ts';
import { addressGroup, clientAddress } from './client-address.ts';

const PROXIES = '10.0.0.0/8,2001:db8:ffff::/48,192.0.2.80';
const trusting = (text: string) => readProxies(text) as TrustedProxies;
const NO_PROXY = 'sender is no trusted proxy';
const JUNK = 'entry is no address';

test.each<[string, string, string | undefined, string, string | undefined]>([
  ['uses the connection without the header', '10.0.0.1', undefined, '10.0.0.1', undefined],
  ['uses the connection for an empty header', '10.0.0.1', '', '10.0.0.1', undefined],
  ['ignores the header of a caller that is no proxy', '203.0.113.9', '198.51.100.7', '203.0.113.9', NO_PROXY],
  ['ignores the header of an IPv6 caller that is no proxy', '2001:db8::1', '198.51.100.7', '2001:db8::1', NO_PROXY],
  ['uses the last entry behind one proxy', '10.0.0.1', '203.0.113.9, 198.51.100.7', '198.51.100.7', undefined],
  ['uses the last entry behind a proxy that is one address', '192.0.2.80', '198.51.100.7', '198.51.100.7', undefined],
  ['ignores the header of its neighbour', '192.0.2.81', '198.51.100.7', '192.0.2.81', NO_PROXY],
  [
    'passes over the entries of trusted proxies',
    '10.0.0.1',
    '203.0.113.9, 198.51.100.7, 192.0.2.80, 10.0.0.2',
    '198.51.100.7',
    undefined,
  ],
  ['uses the outermost of proxies alone', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3', undefined],
  ['believes an IPv6 proxy', '2001:db8:ffff::80', '2001:db8:1::1', '2001:db8:1::1', undefined],
  ['believes a proxy on an IPv4-mapped address', '::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7', undefined],
  ['unwraps an IPv4-mapped address of the connection', '::ffff:192.0.2.1', undefined, '192.0.2.1', undefined],
  ['unwraps an IPv4-mapped address of an entry', '10.0.0.1', '::FFFF:192.0.2.1', '192.0.2.1', undefined],
  ['reads an IPv4 address with a port', '10.0.0.1', '203.0.113.5:51234', '203.0.113.5', undefined],
  ['reads an IPv6 address with a port', '10.0.0.1', '[2001:db8::5]:51234', '2001:db8::5', undefined],
  ['reads an IPv6 address in brackets', '10.0.0.1', '[2001:db8::5]', '2001:db8::5', undefined],
  ['reads an IPv6 address', '10.0.0.1', '2001:db8::1', '2001:db8::1', undefined],
  ['passes over a trusted proxy with a port', '10.0.0.1', '198.51.100.7:1, 10.0.0.2:4711', '198.51.100.7', undefined],
  ['uses the connection for an empty entry', '10.0.0.1', '198.51.100.7, ', '10.0.0.1', JUNK],
  ['uses the connection for a word', '10.0.0.1', 'unknown', '10.0.0.1', JUNK],
  ['uses the connection for a word and a port', '10.0.0.1', 'unknown:4711', '10.0.0.1', JUNK],
  ['uses the connection for an IPv4 address in brackets', '10.0.0.1', '[198.51.100.7]:4711', '10.0.0.1', JUNK],
  ['uses the connection for a line break', '10.0.0.1', '198.51.100.7\nx', '10.0.0.1', JUNK],
  ['never looks at an entry before the client', '10.0.0.1', 'unknown, 198.51.100.7', '198.51.100.7', undefined],
  ['uses the connection for a word before a proxy', '10.0.0.1', 'unknown, 10.0.0.2', '10.0.0.1', JUNK],
  ['survives a connection that has ended', '', '198.51.100.7', '', NO_PROXY],
])('%s (S10)', (_name, remote, forwardedFor, address, ignored) => {
  expect(clientAddress(remote, forwardedFor, trusting(PROXIES))).toEqual({ address, ...(ignored && { ignored }) });
});

test.each([
  ['1', 'a number of proxies no longer counts'],
  ['0', 'such as 127.0.0.1,::1,10.0.0.0/8'],
  ['10.0.0.0/33', 'needs the addresses'],
  ['10.0.0.0/', 'needs the addresses'],
  ['2001:db8::/129', 'needs the addresses'],
  ['10.0.0.0/8/8', 'needs the addresses'],
  ['10.0.0', 'needs the addresses'],
  ['10.0.0.1,', 'needs the addresses'],
  ['proxy.internal', 'needs the addresses'],
  ['fe80::1%eth0', 'needs the addresses'],
  ['0.0.0.0/0', 'would let every caller choose its address'],
  ['::/0', 'would let every caller choose its address'],
])('refuses TRUSTED_PROXIES=%s and shows the form (S10)', (text, problem) => {
  expect(readProxies(text)).toContain(problem);
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
