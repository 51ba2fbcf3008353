import { randomUUID } from 'node:crypto';
import { createClientRow, createKeyRow, unique } from '#lib/testing/factories.ts';
import { pseudonymOf } from '#lib/testing/sources.ts';
import { asks, free, type Action, type Actions } from './actions.ts';

const ENDS = 'it only ends an access, which must be quick';
const READS = 'it says what mails and pages show, not who uses the account';
const PROVED = 'the body has the current password';
const BILLS = 'it changes the plan of the owner, who is billed and mailed';
const CHECKED = 'what is sent is not right, so that the login is the first thing that is checked';

const passkey = async (db: Parameters<Action['prepare']>[0], userId: string) => {
  const data = { userId, credentialId: unique('c'), publicKey: Buffer.from('x'), counter: 0n, isBackedUp: false };
  return { id: (await db.passkey.create({ data: { ...data, transports: [], name: 'Old' } })).id };
};

const INVOICES = { po_number: 'PO 1', invoice_email: 'accounts@test.example' };

/** What users can do to their own account: every POST, PUT, PATCH and DELETE that needs a login. */
export const OWN_ACTIONS: Actions = {
  'DELETE /account/api': { deleting: asks((_db, { email }) => ({ body: { email } })) },
  'POST /account/api/key/rotate': {
    rotating: asks(async (db, { id: userId, email }) => {
      await createKeyRow(db, { userId, email });
      return { body: { grace: 'now' } };
    }),
  },
  'POST /account/api/billing/change': {
    changing: free(
      BILLS,
      () => ({ body: { plan: 'scale', interval: 'month', quantity: 1, proration_date: 0, today: 0, then: 0 } }),
      { status: 409 },
    ),
  },
  'DELETE /account/api/billing/change': { keeping: free(BILLS, () => ({}), { status: 409 }) },
  'POST /account/api/billing/cancel': {
    cancelling: free(BILLS, () => ({ body: { reason: 'unused', comment: 'x' } }), { status: 409 }),
  },
  'POST /account/api/billing/resume': { resuming: free(BILLS, () => ({}), { status: 409 }) },
  'POST /account/api/billing/buyer': {
    buying: free(BILLS, () => ({ body: { kind: 'company', ...INVOICES, begin: '1' } })),
  },
  'PUT /account/api/billing/buyer': { editing: free(BILLS, () => ({ body: INVOICES })) },
  'POST /account/api/billing/withdraw': { withdrawing: free(BILLS, () => ({}), { status: 409 }) },
  'POST /account/api/usage-tokens': { 'a token': asks(() => ({ body: { name: 'Grafana' } })) },
  'DELETE /account/api/usage-tokens/{id}': {
    revoking: free(ENDS, async (db, { id: userId }) => {
      const data = { userId, name: 'x', tokenHash: Buffer.from(randomUUID()), prefix: 'x' };
      return { params: { id: (await db.usageToken.create({ data })).id } };
    }),
  },
  'POST /account/api/passkeys/options': {
    starting: asks(() => ({}), { why: 'it begins what adds a passkey' }),
  },
  'PATCH /account/api/passkeys/{id}': {
    renaming: free(READS, async (db, { id }) => ({ params: await passkey(db, id), body: { name: 'New' } })),
  },
  'DELETE /account/api/passkeys/{id}': {
    removing: asks(async (db, { id }) => ({ params: await passkey(db, id) })),
  },
  'POST /account/api/two-factor/start': { starting: asks(() => ({})) },
  'POST /account/api/two-factor/enable': {
    enabling: asks(() => ({ body: { code: '000000' } }), { why: CHECKED, status: 409 }),
  },
  'POST /account/api/two-factor/disable': { disabling: asks(() => ({}), { why: CHECKED, status: 409 }) },
  'POST /account/api/two-factor/recovery-codes': { replacing: asks(() => ({}), { why: CHECKED, status: 409 }) },
  'POST /change/email': { changing: asks(() => ({ body: { email: `${unique('new')}@test.example` } })) },
  'DELETE /account/api/email': {
    cancelling: free(ENDS, async (db, { id: userId, email }) => {
      const [requestedAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
      const confirmTokenHash = Buffer.from(randomUUID());
      await db.emailChange.create({
        data: { userId, oldEmail: email, newEmail: 'x@test.example', confirmTokenHash, requestedAt, expiresAt },
      });
      return {};
    }),
  },
  'POST /change/password': {
    'a wrong password': free(
      PROVED,
      () => ({ body: { current_password: 'wrong', new_password: 'Another-Zebra-9-Lantern' } }),
      { status: 422 },
    ),
  },
  'POST /login/again': {
    'a wrong password': free(PROVED, () => ({ body: { password: 'wrong', code: '' } }), { status: 422 }),
  },
  'DELETE /account/api/sessions': { 'the others': free(ENDS, () => ({})) },
  'DELETE /account/api/sessions/{id}': {
    another: free(ENDS, async (db, { id: userId }) => {
      const [at, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
      const data = { userId, tokenHash: Buffer.from(randomUUID()), authTime: at, lastSeenAt: at, expiresAt };
      return { params: { id: (await db.signInSession.create({ data })).id } };
    }),
  },
  'DELETE /account/api/connected-apps/{id}': {
    revoking: free(ENDS, async (db, { id: userId }) => {
      const { client } = await createClientRow(db);
      await db.consent.create({ data: { userId, clientId: client.id, scopes: ['openid'] } });
      return { params: { id: client.id } };
    }),
  },
  'POST /account/api/doctor': {
    checking: free('it asks the storage hosts', async (db, { id: userId }) => {
      await createKeyRow(db, { userId });
      return { body: { address: '192.0.2.9' } };
    }),
  },
  'PUT /account/api/usage-alerts': {
    choosing: free(READS, () => ({
      body: { limit_80: true, limit_100: true, silent: true, new_source: true, silent_source: false },
    })),
  },
  'PUT /account/api/servers': { hiding: free(READS, () => ({ body: { shows_addresses: true } })) },
  'PATCH /account/api/servers/{id}': {
    naming: free(READS, async (db, { id: userId }) => {
      const { id: keyId } = await createKeyRow(db, { userId });
      const [source, at] = [pseudonymOf(unique('host')), new Date()];
      const counts = { checked: 1n, hits: 0n, errors: 0n };
      await db.keySource.create({
        data: { keyId, source, secretId: 'x', ...counts, firstSeenAt: at, lastSeenAt: at },
      });
      return { params: { id: source }, body: { name: 'mx1' } };
    }),
  },
};
