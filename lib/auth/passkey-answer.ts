import { challengeCookie } from './challenge.ts';

/** The answer that starts a ceremony with an authenticator: its options, and the cookie of the challenge in them. */
export const passkeyOptionsResponse = ({ options, challenge }: { options: object; challenge: string }): Response =>
  Response.json(options, { headers: { 'set-cookie': challengeCookie(challenge) } });
