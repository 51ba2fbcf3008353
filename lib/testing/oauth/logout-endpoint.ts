import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { db } from '#lib/base/db/db.ts';
import type { JobPayloads } from '#lib/jobs/queue.ts';
import { deliverLogout } from '#lib/oauth/logout/deliver-logout.ts';
import { systemContext } from '#lib/testing/context.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';

type Job = JobPayloads['oauth.logout'];

/** A client's endpoint for logout tokens, which keeps what it receives and answers with `status`. */
export class LogoutEndpoint {
  received: { type: string | undefined; path: string; token: string }[] = [];
  status = 200;
  uri = '';
  readonly #server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      const token = new URLSearchParams(body).get('logout_token') ?? '';
      this.received.push({ type: req.headers['content-type'], path: req.url ?? '', token });
      res.writeHead(this.status, this.status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.uri = `http://localhost:${(this.#server.address() as AddressInfo).port}/logout`;
  }

  /** Forgets what was queued and received. */
  async reset(): Promise<void> {
    this.received = [];
    this.status = 200;
    await db().$executeRaw`DELETE FROM pgboss.job WHERE name = 'oauth.logout'`;
  }

  close(): void {
    this.#server.close();
  }
}

/** The logout tokens to send, oldest first. */
export const queuedLogouts = () => queuedJobs(db(), 'oauth.logout');

export const deliverLogoutJob = (job: Job) => deliverLogout(systemContext(db()), job);

export async function deliverLogouts(): Promise<void> {
  for (const job of await queuedLogouts()) await deliverLogoutJob(job);
}

/** The header (0) or the claims (1) of a JWT, unverified. */
export const partOfJwt = (token: string, part: 0 | 1) =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** The header and claims of a JWT. Throws unless a published RSA key has signed it. */
export async function verifiedJwt(token: string, jwks: Response) {
  const { keys } = (await jwks.json()) as { keys: (JsonWebKey & { kid: string })[] };
  const header = partOfJwt(token, 0);
  const jwk = keys.find(({ kid }) => kid === header['kid']);
  const [head, body, signature = ''] = token.split('.');
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    throw new Error('the signature is wrong');
  return { header, claims: partOfJwt(token, 1) };
}
