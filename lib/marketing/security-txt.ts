import { contacts } from '#lib/contacts.ts';

const VALID_DAYS = 180;

/** The fields of security.txt (RFC 9116 §2.5). It is made for each request, so that it never expires while we serve it. */
export function securityTxt(origin: string, now: Date): string {
  const expires = new Date(now.getTime() + VALID_DAYS * 86_400_000);
  const fields = [
    ['Contact', `mailto:${contacts().securityMail}`],
    ['Expires', expires.toISOString()],
    ['Preferred-Languages', 'en'],
    ['Canonical', `${origin}/.well-known/security.txt`],
  ];
  return fields.map(([name, value]) => `${name}: ${value}\n`).join('');
}
