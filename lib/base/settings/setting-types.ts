/** Types of settings. None of them changes a value silently: what would be cut off or reinterpreted is refused. */
import { z } from 'zod';
import { NO_PROXIES, readProxies } from './trusted-proxies.ts';

export const flag = z.enum(['1', '0', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** A whole number in decimal digits: `0x50`, `8e3` and `80.0` are numbers to JavaScript, too. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'needs a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `needs at least ${min}`).max(max, `needs at most ${max}`));

export const secret = z.string().refine((value) => Buffer.byteLength(value) >= 32, 'needs at least 32 bytes');

/** Values separated by commas, with or without spaces around them. */
export const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => value.split(',').map((entry) => entry.trim()))
    .pipe(z.array(item).min(1));

/** A site's origin, with or without a slash at its end. The product answers at the root of its own host only. */
export const origin = z
  .url({ protocol: /^https?$/, error: (issue) => (issue.input === undefined ? 'is missing' : 'needs https://HOST') })
  .refine(
    (value) => !URL.canParse(value) || isOrigin(value),
    'needs https://HOST, without a user, path, query or fragment',
  )
  .transform((value) => new URL(value).origin);

function isOrigin(value: string): boolean {
  const { username, password, pathname } = new URL(value);
  return !username && !password && pathname === '/' && !/[?#@\\]/.test(value) && !/^[^/]*\/\/[^/]*\/./.test(value);
}

/** nodemailer reads server, user and options, and would drop a path. */
export const smtpUrl = z
  .url({ protocol: /^smtps?$/ })
  .refine((value) => !URL.canParse(value) || /^\/?$/.test(new URL(value).pathname), 'needs no path');

export const proxies = z
  .string()
  .transform(readProxies)
  .refine((value) => typeof value !== 'string', { error: (issue) => String(issue.input) })
  .transform((value) => (typeof value === 'string' ? NO_PROXIES : value))
  .default(NO_PROXIES);
