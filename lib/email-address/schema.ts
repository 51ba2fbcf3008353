import type { z } from 'zod';
import { text } from '#lib/text.ts';

const INVALID = 'Please enter a valid email address.';

/**
 * An email address as we store and compare it: trimmed, NFKC, lower case, plain ASCII, one @, at most 254 characters
 * (S11, S12). Refuses what a mailer might parse differently: quoted local parts, commas, control characters.
 */
export const Email = text(1000, INVALID)
  .transform((value) => value.trim().normalize('NFKC').toLowerCase())
  .refine(isAddress, INVALID);
export type Email = z.infer<typeof Email>;

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

function isAddress(value: string): boolean {
  const [local, domain, ...rest] = value.split('@');
  if (local === undefined || domain === undefined || rest.length) return false;
  return value.length <= 254 && local.length <= 64 && LOCAL.test(local) && DOMAIN.test(domain);
}
