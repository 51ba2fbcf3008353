import { contacts } from '#lib/base/settings/contacts.ts';
import { DAY } from '#lib/base/time.ts';

const VALID_DAYS = 180;

/** The text of security.txt (RFC 9116 §2.5), made for each request so that a served file is never expired. */
export function securityTxt(origin: string, now: Date): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY);
  const fields = [
    ['Contact', `mailto:${contacts().securityMail}`],
    ['Expires', expires.toISOString()],
    ['Preferred-Languages', 'en'],
    ['Policy', `${origin}/security`],
    ['Canonical', `${origin}/.well-known/security.txt`],
  ];
  return fields.map(([name, value]) => `${name}: ${value}\n`).join('');
}
