import { randomUUID } from 'node:crypto';
import { sha256 } from '#lib/base/crypto.ts';
import { createClientRow, createKeyRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { pseudonymOf } from '#lib/testing/sources.ts';
import { asks, free, type Action } from './actions.ts';

const ENDS = 'it only ends an access, which must be quick';
const READS = 'it says what mails and pages show, not who uses the account';
const PROVED = 'the body has the current password';
const BILLS = 'it changes the plan of the owner, who is billed and mailed';
const CHECKED = 'what is sent is not right, so that the login is the first thing that is checked';
const NAMES = 'invitations have the name of the account';
const JUDGED = 'a person judges it before anything is removed';
const JOINS = 'it decides who acts for the account';
const DIGEST = 'f'.repeat(128);

const passkey = async (db: Parameters<Action['prepare']>[0], userId: string) => {
  const data = { userId, credentialId: unique('c'), publicKey: Buffer.from('x'), counter: 0n, isBackedUp: false };
  return { id: (await db.passkey.create({ data: { ...data, transports: [], name: 'Old' } })).id };
};

/** An invitation by `from`, to the address of `to`. */
async function invitation(db: Parameters<Action['prepare']>[0], from: { id: string }, to?: { email: string }) {
  const token = unique('token');
  const data = { accountId: from.id, invitedBy: from.id, role: 'viewer', tokenHash: sha256(token) };
  const email = to?.email ?? `${unique('guest')}@test.example`;
  const expiresAt = new Date(Date.now() + 60_000);
  return { token, id: (await db.invitation.create({ data: { ...data, email, expiresAt } })).id };
}

/** The id of a technical member of the caller's account. */
async function member(db: Parameters<Action['prepare']>[0], { id: accountId }: { id: string }): Promise<string> {
  const { id: userId } = await createUserRow(db);
  await db.membership.create({ data: { accountId, userId, role: 'technical' } });
  return userId;
}

const INVOICES = { po_number: 'PO 1', invoice_email: 'accounts@test.example' };

/**
 * An endpoint of the caller's own account: its status for an empty request of someone who is logged in (the others get a
 * 401), and what can be done with it. `path`: what is sent instead of its name; `body`: whether a body is.
 */
type OwnEndpoint = { empty: number; actions: Record<string, Action>; path?: string; body?: boolean };
const own = (
  empty: number,
  actions: OwnEndpoint['actions'] = {},
  sent: Pick<OwnEndpoint, 'path' | 'body'> = {},
): OwnEndpoint => ({ empty, actions, ...sent });

/** An id without a row. */
const NO_ID = '00000000-0000-7000-8000-000000000000';

/**
 * What users can read and do in their own account: `GET /account/api/…`, and every POST, PUT, PATCH and DELETE that
 * needs a login. Three tests follow: the access matrix, the fresh login, and the protected fields (other-people.spec.ts).
 */
export const OWN_ENDPOINTS: Readonly<Record<string, OwnEndpoint>> = {
  'GET /account/api/sessions': own(200),
  'GET /account/api/logins': own(200),
  'GET /account/api/email': own(200),
  'GET /account/api/export': own(200),
  'GET /account/api/two-factor': own(200),
  'GET /account/api/passkeys': own(200),
  'GET /account/api/billing': own(200),
  'GET /account/api/billing/plan': own(200),
  'GET /account/api/billing/buyer': own(200),
  'GET /account/api/billing/preview': own(
    409,
    {},
    { path: '/account/api/billing/preview?plan=scale&interval=year&quantity=1' },
  ),
  'GET /account/api/key': own(404),
  'GET /account/api/doctor': own(200),
  'GET /account/api/setup/{platform}': own(404, {}, { path: '/account/api/setup/mailcow' }),
  'GET /account/api/last-request': own(200),
  'GET /account/api/standing': own(200),
  'GET /account/api/servers': own(200),
  'GET /account/api/agreements': own(200),
  'GET /account/api/usage-alerts': own(200),
  'GET /account/api/usage-tokens': own(200),
  'GET /account/api/reports': own(200),
  'GET /account/api/reports/look-ups/{id}': own(404, {}, { path: `/account/api/reports/look-ups/${NO_ID}` }),
  'GET /account/api/connected-apps': own(200),
  'GET /account/api/members': own(200),
  'GET /account/api/accounts': own(200),

  'DELETE /account/api': own(422, { deleting: asks((_db, { email }) => ({ body: { email } })) }, { body: true }),
  'POST /account/api/key/rotate': own(422, {
    rotating: asks(async (db, { id: userId, email }) => {
      await createKeyRow(db, { accountId: userId, email });
      return { body: { grace: 'now' } };
    }),
  }),
  'POST /account/api/billing/change': own(422, {
    changing: free(
      BILLS,
      () => ({ body: { plan: 'scale', interval: 'month', quantity: 1, proration_date: 0, today: 0, then: 0 } }),
      { status: 409 },
    ),
  }),
  'DELETE /account/api/billing/change': own(409, { keeping: free(BILLS, () => ({}), { status: 409 }) }),
  'POST /account/api/billing/cancel': own(409, {
    cancelling: free(BILLS, () => ({ body: { reason: 'unused', comment: 'x' } }), { status: 409 }),
  }),
  'POST /account/api/billing/resume': own(409, { resuming: free(BILLS, () => ({}), { status: 409 }) }, { body: false }),
  'POST /account/api/billing/buyer': own(422, {
    buying: free(BILLS, () => ({ body: { kind: 'company', ...INVOICES, begin: '1' } })),
  }),
  'PUT /account/api/billing/buyer': own(200, { editing: free(BILLS, () => ({ body: INVOICES })) }),
  'POST /account/api/billing/withdraw': own(409, { withdrawing: free(BILLS, () => ({}), { status: 409 }) }),
  'PUT /account/api/account-name': own(422, { naming: asks(() => ({ body: { name: 'Example' } }), { why: NAMES }) }),
  'PUT /account/api/second-factor': own(422, {
    requiring: asks(() => ({ body: { from: null } }), { why: JOINS }),
  }),
  'POST /account/api/invitations': own(422, {
    inviting: asks(
      () => ({ body: { email: `${unique('guest')}@test.example`, role: 'viewer', account_name: 'Example' } }),
      { why: JOINS },
    ),
  }),
  'DELETE /account/api/invitations/{id}': own(
    404,
    {
      withdrawing: free(ENDS, async (db, me) => ({ params: { id: (await invitation(db, me)).id } })),
    },
    { path: `/account/api/invitations/${NO_ID}` },
  ),
  'POST /account/api/invitations/accept': own(422, {
    accepting: asks(
      async (db, me) => ({ body: { token: (await invitation(db, await createUserRow(db), me)).token } }),
      {
        why: JOINS,
      },
    ),
  }),
  'PATCH /account/api/members/{id}': own(
    422,
    {
      changing: asks(async (db, me) => ({ params: { id: await member(db, me) }, body: { role: 'viewer' } }), {
        why: JOINS,
      }),
    },
    { path: `/account/api/members/${NO_ID}` },
  ),
  'DELETE /account/api/members/{id}': own(
    404,
    {
      removing: asks(async (db, me) => ({ params: { id: await member(db, me) } }), {
        why: 'who is removed by a thief cannot stop them',
      }),
    },
    { path: `/account/api/members/${NO_ID}` },
  ),
  'DELETE /account/api/membership': own(
    409,
    {
      leaving: asks(
        async (db, me) => {
          await db.membership.update({
            where: { accountId_userId: { accountId: me.id, userId: await member(db, me) } },
            data: { role: 'owner' },
          });
          return {};
        },
        { why: 'who leaves gives the account up' },
      ),
    },
    { body: false },
  ),
  'PUT /account/api/accounts': own(422, {
    choosing: free('the person is a member of both', (_db, { id }) => ({ body: { account_id: id } }), {
      changes: ['sign_in_sessions.account_id'],
    }),
  }),
  'POST /account/api/usage-tokens': own(422, {
    'a token': asks(() => ({ body: { name: 'Grafana', may_report: false } })),
  }),
  'DELETE /account/api/usage-tokens/{id}': own(
    404,
    {
      revoking: free(ENDS, async (db, { id: userId }) => {
        const data = { accountId: userId, name: 'x', tokenHash: Buffer.from(randomUUID()), prefix: 'x' };
        return { params: { id: (await db.usageToken.create({ data })).id } };
      }),
    },
    { path: `/account/api/usage-tokens/${NO_ID}` },
  ),
  'POST /account/api/passkeys/options': own(200, {
    starting: asks(() => ({}), { why: 'it begins what adds a passkey' }),
  }),
  'PATCH /account/api/passkeys/{id}': own(
    422,
    {
      renaming: free(READS, async (db, { id }) => ({ params: await passkey(db, id), body: { name: 'New' } })),
    },
    { path: `/account/api/passkeys/${NO_ID}` },
  ),
  'DELETE /account/api/passkeys/{id}': own(
    404,
    {
      removing: asks(async (db, { id }) => ({ params: await passkey(db, id) })),
    },
    { path: `/account/api/passkeys/${NO_ID}` },
  ),
  'POST /account/api/two-factor/start': own(200, { starting: asks(() => ({})) }),
  'POST /account/api/two-factor/enable': own(422, {
    enabling: asks(() => ({ body: { code: '000000' } }), { why: CHECKED, status: 409 }),
  }),
  'POST /account/api/two-factor/disable': own(409, { disabling: asks(() => ({}), { why: CHECKED, status: 409 }) }),
  'POST /account/api/two-factor/recovery-codes': own(409, {
    replacing: asks(() => ({}), { why: CHECKED, status: 409 }),
  }),
  'POST /change/email': own(422, { changing: asks(() => ({ body: { email: `${unique('new')}@test.example` } })) }),
  'DELETE /account/api/email': own(404, {
    cancelling: free(ENDS, async (db, { id: userId, email }) => {
      const [requestedAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
      const confirmTokenHash = Buffer.from(randomUUID());
      await db.emailChange.create({
        data: { userId, oldEmail: email, newEmail: 'x@test.example', confirmTokenHash, requestedAt, expiresAt },
      });
      return {};
    }),
  }),
  'POST /change/password': own(422, {
    'a wrong password': free(
      PROVED,
      () => ({ body: { current_password: 'wrong', new_password: 'Another-Zebra-9-Lantern' } }),
      { status: 422 },
    ),
  }),
  'POST /login/again': own(422, {
    'a wrong password': free(PROVED, () => ({ body: { password: 'wrong', code: '' } }), { status: 422 }),
  }),
  'DELETE /account/api/sessions': own(200, { 'the others': free(ENDS, () => ({})) }),
  'DELETE /account/api/sessions/{id}': own(
    404,
    {
      another: free(ENDS, async (db, { id: userId }) => {
        const [at, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
        const data = { userId, tokenHash: Buffer.from(randomUUID()), authTime: at, lastSeenAt: at, expiresAt };
        return { params: { id: (await db.signInSession.create({ data })).id } };
      }),
    },
    { path: '/account/api/sessions/1' },
  ),
  'DELETE /account/api/connected-apps/{id}': own(
    404,
    {
      revoking: free(ENDS, async (db, { id: userId }) => {
        const { client } = await createClientRow(db);
        await db.consent.create({ data: { userId, clientId: client.id, scopes: ['openid'] } });
        return { params: { id: client.id } };
      }),
    },
    { path: '/account/api/connected-apps/unknown' },
  ),
  'POST /account/api/doctor': own(422, {
    checking: free('it asks the storage hosts', async (db, { id: userId }) => {
      await createKeyRow(db, { accountId: userId });
      return { body: { address: '192.0.2.9' } };
    }),
  }),
  'POST /account/api/reports/look-up': own(422, {
    asking: free('it asks the storage hosts', async (db, { id: userId }) => {
      await createKeyRow(db, { accountId: userId });
      return { body: { digest: DIGEST } };
    }),
  }),
  'POST /account/api/reports': own(422, {
    reporting: free(JUDGED, async (db, { id: userId }) => {
      await createKeyRow(db, { accountId: userId });
      return { body: { digest: DIGEST, note: 'x', pasted: DIGEST, look_up_id: NO_ID } };
    }),
  }),
  'POST /account/api/reports/{id}/answer': own(
    422,
    { answering: free(JUDGED, () => ({ params: { id: NO_ID }, body: { answer: 'x' } }), { status: 404 }) },
    { path: `/account/api/reports/${NO_ID}/answer` },
  ),
  'PUT /account/api/usage-alerts': own(200, {
    choosing: free(
      READS,
      () => ({ body: { limit_80: true, limit_100: true, silent: true, new_source: true, silent_source: false } }),
      { changes: ['accounts.muted_alerts'] },
    ),
  }),
  'PUT /account/api/servers': own(422, {
    hiding: free(READS, () => ({ body: { shows_addresses: true } }), { changes: ['accounts.shows_addresses'] }),
  }),
  'PATCH /account/api/servers/{id}': own(
    422,
    {
      naming: free(READS, async (db, { id: userId }) => {
        const { id: keyId } = await createKeyRow(db, { accountId: userId });
        const [source, at] = [pseudonymOf(unique('host')), new Date()];
        const counts = { checked: 1n, hits: 0n, errors: 0n };
        await db.keySource.create({
          data: { keyId, source, secretId: 'x', ...counts, firstSeenAt: at, lastSeenAt: at },
        });
        return { params: { id: source }, body: { name: 'mx1' } };
      }),
    },
    { path: '/account/api/servers/1234567890123456789012' },
  ),
};
