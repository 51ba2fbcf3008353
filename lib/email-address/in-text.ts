import { domainToUnicode } from 'node:url';

/** How a text may write a stored address: as it is stored, and with the letters that its Punycode stands for. */
export function spellingsInText(address: string): string[] {
  const [local, domain = ''] = address.split('@');
  const letters = domainToUnicode(domain); // empty if the Punycode stands for nothing
  return letters && letters !== domain ? [address, `${local}@${letters}`] : [address];
}

/** Replaces an address in a text, ignoring letter case. A longer address that contains it stays. */
export const replaceAddress = (text: string, address: string, by: string): string =>
  text.replaceAll(whole(address), () => by);

/** Whether `replaceAddress` finds the address in a text. */
export const namesAddress = (text: string, address: string): boolean => whole(address).test(text);

/** Redacts everything that looks like an email address. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(WORD, (word) => (AROUND_AT.test(word) ? '<address>' : word));

const whole = (address: string) =>
  new RegExp(`(?<![a-z0-9._+-])${address.replaceAll(/[^a-z0-9@]/g, '\\$&')}(?![a-z0-9-]|\\.[a-z0-9])`, 'gi');

const WORD = /[^\s<>"'(),;:/[\]]+/g;
const AROUND_AT = /.(@|%40)./;
