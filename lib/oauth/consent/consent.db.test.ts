import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import '#lib/testing/database.ts';
import { startProvider } from '#lib/testing/oauth/oauth-walk.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

const FAILS = `ALTER TABLE audit_events ADD CONSTRAINT refuse_consents CHECK (action NOT LIKE 'consent.%') NOT VALID`;
const WORKS = 'ALTER TABLE audit_events DROP CONSTRAINT refuse_consents';

let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

/** Everything that a decision stores: grants, consents, audit rows, and the outcome in the interaction. */
async function storedOf(userId: string, uid: string) {
  const id = Buffer.from(sha256(uid)).toString('base64url');
  const where = { model_id: { model: 'Interaction', id } };
  const interaction = await db().oidcArtifact.findUnique({ where, select: { payload: true } });
  return {
    grants: await db().oidcArtifact.count({ where: { model: 'Grant', userId } }),
    consents: await db().consent.count({ where: { userId } }),
    audited: await db().auditEvent.count({ where: { targetId: userId, action: { startsWith: 'consent.' } } }),
    outcome: (interaction?.payload as { result?: object } | undefined)?.result,
  };
}

test.each([
  [
    'authorize',
    { grants: 1, consents: 1, audited: 1, outcome: { consent: { grantId: expect.any(String) as string } } },
  ],
  ['deny', { grants: 0, consents: 0, audited: 1, outcome: { error: 'access_denied' } }],
] as const)(
  'stores nothing of the decision %s if the audit row cannot be written, and all of it if it can',
  async (way, all) => {
    const { id, email, sessionToken } = await createSignedInUser(db());
    const { uid, decide } = await provider.begin(sessionToken, email);
    const before = await storedOf(id, uid);
    expect(before).toMatchObject({ grants: 0, consents: 0, audited: 0 });
    await db().$executeRawUnsafe(FAILS);
    await expect(decide(way)).rejects.toThrow('refuse_consents');
    await db().$executeRawUnsafe(WORKS);
    expect(await storedOf(id, uid)).toEqual(before);
    await decide(way);
    expect(await storedOf(id, uid)).toMatchObject(all);
  },
);
