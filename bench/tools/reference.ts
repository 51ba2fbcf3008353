import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** What a program of bench/reference sends: a server's URL, and the credentials that work there. */
export type Side = {
  /** of the token endpoint; empty for ours */
  url: string;
  clientId: string;
  authorization: string;
  /** refresh tokens, access tokens and session cookies, one of a different user for each connection */
  tokens: string[];
  accessTokens: string[];
  cookies: string[];
};

/** Starts a program of bench/reference and waits for what it sends. */
export async function startReference(
  file: string,
  env: Record<string, string>,
): Promise<{ side: Side; stop: () => void }> {
  const child = fork(path.join(import.meta.dirname, '../reference', file), { env: { ...process.env, ...env } });
  const [side] = (await once(child, 'message')) as [Side];
  return { side, stop: () => void child.kill() };
}
