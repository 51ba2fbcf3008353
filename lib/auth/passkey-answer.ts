import { challengeCookie } from './challenge.ts';

/** Response that starts a WebAuthn ceremony: the options, and the cookie of their challenge. */
export const passkeyOptionsResponse = ({ options, challenge }: { options: object; challenge: string }): Response =>
  Response.json(options, { headers: { 'set-cookie': challengeCookie(challenge) } });
