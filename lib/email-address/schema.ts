import type { z } from 'zod';
import { text } from '#lib/base/text/text.ts';
import { asciiDomain } from './domain.ts';

const INVALID = 'Please enter a valid email address.';
const LONGEST = 254;

/**
 * An email address as we store and compare it: trimmed, NFKC, lower case, plain ASCII with the domain in Punycode, one
 * @, at most 254 characters (S11, S12, S89). Refuses what a mailer might parse differently: quoted local parts, commas,
 * control characters. A typed é may be two characters.
 */
export const Email = text(4 * LONGEST, INVALID)
  .transform(inNormalForm)
  .refine(isAddress, INVALID);
export type Email = z.infer<typeof Email>;

/** Empty for what cannot be an address. */
function inNormalForm(typed: string): string {
  const [local = '', domain, ...rest] = typed.trim().normalize('NFKC').split('@');
  return domain === undefined || rest.length ? '' : `${local.toLowerCase()}@${asciiDomain(domain) ?? ''}`;
}

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

function isAddress(address: string): boolean {
  const [local = '', domain = ''] = address.split('@');
  return address.length <= LONGEST && local.length <= 64 && LOCAL.test(local) && DOMAIN.test(domain);
}
