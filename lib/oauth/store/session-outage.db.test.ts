import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { db, pool } from '#lib/base/db/db.ts';
import '#lib/testing/database.ts';
import { startProvider } from '#lib/testing/oauth/oauth-walk.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => provider.close());

/** Loses the connection at each statement about a provider session that contains `text`. */
function loseConnectionAt(text: string): void {
  const query = pool().query.bind(pool()) as (statement: { text?: string; values?: unknown[] }) => Promise<unknown>;
  vi.spyOn(pool(), 'query').mockImplementation(((statement: { text?: string; values?: unknown[] }) =>
    statement.text?.includes(text) && statement.values?.includes('Session')
      ? Promise.reject(new Error('Query read timeout'))
      : query(statement)) as never);
}

/** A browser whose user has consented, and the URL to continue with. */
async function consented() {
  const user = await createSignedInUser(db());
  const { cookie, decide } = await provider.begin(user.sessionToken, user.email);
  const { pathname } = new URL(await decide('authorize'));
  return { user, continueThere: () => provider.call('GET', pathname, { cookie, accept: 'text/html' }) };
}

test.each([
  ['the stored one', false],
  ['a new one, because another request replaced the stored one', true],
])('redirects with temporarily_unavailable if the database goes while it replaces a session: %s', async (_, isGone) => {
  const { user, continueThere } = await consented();
  if (isGone) await db().oidcArtifact.deleteMany({ where: { model: 'Session', userId: user.id } });
  loseConnectionAt('DELETE');
  const { answer } = await continueThere();
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    expect.stringContaining('error=temporarily_unavailable'),
  ]);
});
