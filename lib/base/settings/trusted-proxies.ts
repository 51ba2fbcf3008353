import { BlockList, isIP } from 'node:net';

/** The proxies whose X-Forwarded-For is believed (S10). */
export type TrustedProxies = { has: (address: string) => boolean };

const FORM = 'needs the addresses or networks of the proxies, such as 127.0.0.1,::1,10.0.0.0/8';

/** Reads TRUSTED_PROXIES: addresses and networks, separated by commas. Returns a text for the operator if it is wrong. */
export function readProxies(text: string): TrustedProxies | string {
  const list = new BlockList();
  for (const entry of text.split(',').map((each) => each.trim())) {
    if (/^\d+$/.test(entry)) return `${FORM}; a number of proxies no longer counts`;
    const [address = '', prefix, ...more] = entry.split('/');
    const family = familyOf(address);
    if (!family || more.length || entry.includes('%')) return FORM;
    if (prefix === undefined) list.addAddress(address, family);
    else if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 'ipv4' ? 32 : 128)) return FORM;
    else if (Number(prefix) === 0) return 'a network of all addresses would let every caller choose its address';
    else list.addSubnet(address, Number(prefix), family);
  }
  return {
    has: (address) => {
      const [bare = ''] = address.split('%');
      const family = familyOf(bare);
      return family !== null && list.check(bare, family);
    },
  };
}

/** Trusts no proxy: the connection's address counts. */
export const NO_PROXIES: TrustedProxies = { has: () => false };

const familyOf = (address: string) => ({ 4: 'ipv4', 6: 'ipv6' }[isIP(address)] as 'ipv4' | 'ipv6' | undefined) ?? null;
