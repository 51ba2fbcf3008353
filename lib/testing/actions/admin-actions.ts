import { randomUUID } from 'node:crypto';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { MINUTE } from '#lib/base/time.ts';
import { raiseAlert } from '#lib/billing/sync/alerts.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { anonymousContext, systemContext } from '#lib/testing/context.ts';
import {
  createClientRow,
  createKeyRow,
  createServerRow,
  createSubscriptionRow,
  createTestimonialRow,
  createUserRow,
  unique,
} from '#lib/testing/factories.ts';
import { asks, free, type Action, type Actions } from './actions.ts';

const PASSWORD = 'Another-Zebra-9-Lantern';
const soon = () => new Date(Date.now() + MINUTE);
const address = () => `${unique('user')}@test.example`;

type UserFields = Parameters<typeof createUserRow>[1];
/** `PUT admin/api/users` of a new user with these columns. */
const edit =
  (change: object, columns: UserFields = {}): Action['prepare'] =>
  async (db) => ({ body: { user_id: (await createUserRow(db, columns)).id, ...change } });

type ClientFields = Parameters<typeof createClientRow>[1];
/** `PUT admin/api/oauth2/clients/{id}` of a new client with these columns. */
const editClient =
  (change: object, columns: ClientFields = {}): Action['prepare'] =>
  async (db) => {
    const { client } = await createClientRow(db, columns);
    const { id, name, redirectUris, scopes, isPublic } = client;
    return { params: { id }, body: { name, redirect_uris: redirectUris, scopes, is_public: isPublic, ...change } };
  };

const ofClient =
  (columns: ClientFields = {}, body?: object): Action['prepare'] =>
  async (db) => ({ params: { id: (await createClientRow(db, columns)).client.id }, ...(body && { body }) });
const ofServer =
  (body?: object): Action['prepare'] =>
  async (db) => ({ params: { id: String((await createServerRow(db)).server.id) }, ...(body && { body }) });
const quoted = {
  ...{ quote: 'It works.', author: 'A. Person', position: 'Postmaster', company: 'Example', rating: 4 },
  ...{ company_logo: '', given_on: '2026-11-02', consent: 'Signed form in the folder of customers' },
};
const RECORDED = 'it concerns one hash, is recorded, and can be undone';
const PUBLIC = { why: 'it decides what a public page says in the name of a customer' };
const ofTestimonial =
  (body: object = {}): Action['prepare'] =>
  async (db) => {
    const { id, version } = await createTestimonialRow(db);
    return { params: { id: String(id) }, body: { ...body, version } };
  };
type KeyFields = Parameters<typeof createKeyRow>[1];
const ofKey =
  (body: object = {}, columns: KeyFields = {}): Action['prepare'] =>
  async (db) => ({ body: { description: (await createKeyRow(db, columns)).description, ...body } });

const client = {
  name: 'An application',
  redirect_uris: ['https://app.test.example/callback'],
  scopes: ['openid'],
  post_logout_redirect_uris: [],
  require_pkce: false,
  may_read_subscription: false,
  roles_as_groups: false,
  may_use_device_flow: false,
  backchannel_logout_uri: null,
  id_token_signed_response_alg: 'RS256',
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
};
const OWN_VIEW = 'a saved view belongs to the admin alone';
const PUTS_ASIDE = 'it changes what the list of open decisions shows, and nothing else';
const ENDS = 'it only ends an access, which must be quick';
const MORE_USE = 'a rank or limit says how much a key may check, not who uses it';

/** What an admin can do to others: every POST, PUT, PATCH and DELETE of the console. */
export const ADMIN_ACTIONS: Actions = {
  'PUT /admin/api/users': {
    'another address': asks(edit({ email: address() })),
    'no address': asks(edit({ email: null })),
    'another key': asks(edit({ custom_key: createKeyPair().publicKey })),
    'making an admin': asks(edit({ is_admin: true })),
    'making a subscriber': asks(edit({ is_admin: false }, { isAdmin: true })),
    unblocking: asks(edit({ is_blocked: false }, { blockedAt: new Date() })),
    'a new password': asks(edit({ reset_password: true, new_password: PASSWORD })),
    'mailing a reset': asks(edit({ reset_password: true })),
    blocking: free(ENDS, edit({ is_blocked: true })),
    'notes, country and limit': free(MORE_USE, edit({ version: 1, notes: 'called', country: 'FR', daily_limit: 9 })),
    'everything as before': free('nothing changes', async (db) => {
      const { id, email } = await createUserRow(db);
      return { body: { user_id: id, email, custom_key: null, is_admin: false, is_blocked: false, notes: 'x' } };
    }),
  },
  'DELETE /admin/api/users/{id}': {
    deleting: asks(async (db) => {
      const { id, email } = await createUserRow(db);
      return { params: { id }, body: { email } };
    }),
  },
  'POST /admin/api/accounts/{id}/hand-over': {
    'making a user an owner': asks(async (db) => {
      const [{ id }, { email }] = [await createUserRow(db), await createUserRow(db)];
      return { params: { id }, body: { email, reason: 'Ticket 1' } };
    }),
  },
  'POST /admin/api/users/{id}/log-out': {
    'logging out': free(ENDS, async (db) => {
      const { id } = await createUserRow(db);
      await startSignInSession(anonymousContext(db), id);
      return { params: { id } };
    }),
  },
  'POST /admin/api/users/{id}/view': {
    'viewing as the customer': asks(
      async (db) => ({ params: { id: (await createUserRow(db)).id }, body: { reason: 'Ticket 1' } }),
      { why: 'it shows the account of another person' },
    ),
  },
  'DELETE /admin/api/users/{id}/view': {
    'ending a view': free(ENDS, async (db, { id: adminId, sessionId }) => {
      const { id: userId } = await createUserRow(db);
      const [startedAt, expiresAt] = [new Date(), soon()];
      await db.customerView.create({
        data: { accountId: userId, adminId, sessionId, reason: 'x', startedAt, expiresAt },
      });
      return { params: { id: userId } };
    }),
  },
  'POST /admin/api/users/{id}/invite': {
    'inviting again': asks(async (db) => ({ params: { id: (await createUserRow(db)).id } })),
  },
  'DELETE /admin/api/users/{id}/invite': {
    'revoking an invitation': free(ENDS, async (db) => {
      const { id, email } = await createUserRow(db);
      await createOneTimeToken(db, 'invitation', { id, email: email ?? '' }, new Date());
      return { params: { id } };
    }),
  },
  'POST /admin/api/users/block': {
    blocking: free(ENDS, async (db) => ({
      body: { ids: [(await createUserRow(db)).id], blocked: true, end_subscriptions: true },
    })),
    unblocking: asks(async (db) => ({
      body: { ids: [(await createUserRow(db, { blockedAt: new Date() })).id], blocked: false },
    })),
    'a preview': free('it changes nothing', async (db) => ({
      body: { ids: [(await createUserRow(db, { blockedAt: new Date() })).id], blocked: false, dry_run: true },
    })),
  },
  'POST /admin/api/users/from-key': {
    'a user for a key': asks(async (db) => ({
      body: { email: address(), password: PASSWORD, country: 'DE', public_key: (await createKeyRow(db)).publicKey },
    })),
  },
  'POST /admin/api/users/invite': {
    'with a new key': asks(() => ({
      body: { email: address(), country: 'DE', rank: 50, custom_key: '', daily_limit: null, notes: '' },
    })),
    'with a key without an owner': asks(async (db) => ({
      body: { email: address(), country: 'DE', public_key: (await createKeyRow(db)).publicKey },
    })),
  },
  'POST /admin/api/manual-users': {
    'a user with a new key': asks(() => ({
      body: { email: address(), password: PASSWORD, country: 'DE', rank: 50, daily_limit: null, notes: '' },
    })),
    'a user with their key': asks(() => ({
      body: { email: address(), password: PASSWORD, country: 'DE', custom_key: createKeyPair().publicKey },
    })),
  },
  'POST /admin/api/assign-key': {
    assigning: asks(async (db) => ofKey({ user_id: (await createUserRow(db)).id })(db, nobody)),
  },
  'POST /admin/api/fuzzy-keys/set-email': {
    'the email of a user': asks(async (db) => ofKey({ email: (await createUserRow(db)).email })(db, nobody)),
    'an unknown email': asks(ofKey({ email: address() })),
    'no email': asks(ofKey({ email: null }, { email: 'old@test.example' })),
    'the same email': free(
      'nothing changes',
      ofKey({ email: 'same@test.example', version: 1 }, { email: 'same@test.example' }),
    ),
  },
  'POST /admin/api/fuzzy-keys/set-rank': { 'another rank': free(MORE_USE, ofKey({ rank: 90, version: 1 })) },
  'POST /admin/api/fuzzy-keys/generate': {
    'a key': asks(() => ({ body: { description: unique('key'), email: address(), rank: 50, quantity: 1 } })),
  },
  'POST /admin/api/fuzzy-keys/rotate': { rotating: asks(ofKey({ grace: 'now' })) },
  'POST /admin/api/fuzzy-keys/delete': {
    deleting: asks(ofKey(), { why: 'the key of a customer stops working' }),
  },
  'POST /admin/api/fuzzy-keys/undelete': { restoring: asks(ofKey({}, { deletedAt: new Date() })) },
  'POST /admin/api/fuzzy-keys/search': { searching: free('it reads', () => ({ body: { description: 'key' } })) },
  'POST /admin/api/oauth2/clients': {
    'a confidential client': asks(() => ({ body: { ...client, is_public: false, require_two_factor: true } })),
    'a public client': asks(() => ({ body: { ...client, is_public: true } })),
  },
  'PUT /admin/api/oauth2/clients/{id}': {
    'another redirect URI': asks(editClient({ redirect_uris: ['https://other.test.example/callback'] })),
    'a redirect URI more': asks(
      editClient({ redirect_uris: ['https://app.test.example/callback', 'https://other.test.example/callback'] }),
    ),
    'a place after logout that becomes a redirect URI': asks(
      editClient(
        { redirect_uris: ['https://app.test.example/callback', 'https://app.test.example/bye'] },
        { postLogoutRedirectUris: ['https://app.test.example/bye'] },
      ),
    ),
    'a place after logout': asks(editClient({ post_logout_redirect_uris: ['https://other.test.example/'] })),
    'a logout URI': asks(editClient({ backchannel_logout_uri: 'https://other.test.example/logout' })),
    'a public client made confidential': asks(editClient({ is_public: false }, { isPublic: true })),
    'a confidential client made public': asks(editClient({ is_public: true })),
    'a scope more': asks(editClient({ scopes: ['openid', 'email'] }, { scopes: ['openid'] })),
    'the subscription': asks(editClient({ may_read_subscription: true })),
    'roles as groups': asks(editClient({ roles_as_groups: true })),
    'the device flow': asks(editClient({ may_use_device_flow: true })),
    'no PKCE': asks(editClient({ require_pkce: false }, { requirePkce: true })),
    'no DPoP': asks(editClient({ dpop_bound_access_tokens: false }, { requireDpop: true })),
    'no two factors': asks(editClient({ require_two_factor: false }, { requireTwoFactor: true })),
    'no pushed requests': asks(editClient({ require_pushed_authorization_requests: false }, { requirePar: true })),
    'name, algorithm and a scope less': free(
      'users go where they went, and the client gets no more',
      editClient({ version: 1, name: 'Other', id_token_signed_response_alg: 'ES256', scopes: ['openid'] }),
    ),
    'stricter requests': free(
      'the client must do more',
      editClient({
        require_pkce: true,
        dpop_bound_access_tokens: true,
        require_pushed_authorization_requests: true,
      }),
    ),
  },
  'DELETE /admin/api/oauth2/clients/{id}': { deleting: asks(ofClient()) },
  'POST /admin/api/oauth2/clients/{id}/regenerate-secret': { regenerating: asks(ofClient()) },
  'POST /admin/api/oauth2/clients/{id}/block': {
    blocking: free(ENDS, ofClient({}, { blocked: true })),
    unblocking: asks(ofClient({ blockedAt: new Date() }, { blocked: false })),
  },
  'DELETE /admin/api/oauth2/clients/{id}/tokens/{prefix}': {
    revoking: free(ENDS, async (db) => {
      const { client: row } = await createClientRow(db);
      const prefix = unique('t').slice(0, 8);
      await db.oidcArtifact.create({
        data: { model: 'AccessToken', id: unique('token'), payload: {}, clientId: row.id, prefix, expiresAt: soon() },
      });
      return { params: { id: row.id, prefix } };
    }),
  },
  'POST /admin/api/oauth2/initial-tokens': { 'a token': asks(() => ({ body: { max_uses: 1, days: 1 } })) },
  'DELETE /admin/api/oauth2/initial-tokens/{id}': {
    revoking: free(ENDS, async (db) => {
      const data = { tokenHash: Buffer.from(randomUUID()), prefix: 'x', maxUses: 1, expiresAt: new Date() };
      return { params: { id: (await db.initialAccessToken.create({ data })).id } };
    }),
  },
  'PUT /admin/api/oauth2/registration': {
    'letting clients register': asks(() => ({ body: { registration: true, metadata_documents: true } })),
  },
  'POST /admin/api/servers': { 'a server': asks(() => ({ body: { name: unique('fuzzy'), description: '' } })) },
  'DELETE /admin/api/servers/{id}': { removing: asks(ofServer()) },
  'POST /admin/api/servers/{id}/rotate-token': { 'a new token': asks(ofServer()) },
  'POST /admin/api/servers/{id}/enrolment-code': { 'a code': asks(ofServer()) },
  'PUT /admin/api/servers/{id}/host': {
    'another host': asks(
      ofServer({ host: 'fuzzy9.test.example', port: 11335, lists: ['premium'], weight: 10, is_draining: false }),
    ),
  },
  'POST /admin/api/reports/{id}/judge': {
    removing: free(
      RECORDED,
      () => ({ params: { id: randomUUID() }, body: { version: 1, verdict: 'remove', reason: 'x' } }),
      { status: 404 },
    ),
  },
  'POST /admin/api/refusals/{digest}/lift': {
    lifting: free(RECORDED, () => ({ params: { digest: 'f'.repeat(128) }, body: { reason: 'x' } }), { status: 404 }),
  },
  'POST /admin/api/testimonials': { 'an entry': asks(() => ({ body: quoted }), PUBLIC) },
  'PUT /admin/api/testimonials/{id}': { 'other words': asks(ofTestimonial(quoted), PUBLIC) },
  'DELETE /admin/api/testimonials/{id}': { deleting: asks(ofTestimonial(), PUBLIC) },
  'POST /admin/api/testimonials/{id}/approve': { showing: asks(ofTestimonial(), PUBLIC) },
  'POST /admin/api/testimonials/{id}/withdraw': { hiding: asks(ofTestimonial(), PUBLIC) },
  'POST /admin/api/views': {
    saving: free(OWN_VIEW, () => ({ body: { list: 'users', name: unique('view'), query: 'status=blocked' } })),
  },
  'PUT /admin/api/views/{id}': {
    renaming: free(OWN_VIEW, async (db, me) => ({ params: await savedView(db, me), body: { name: unique('view') } })),
  },
  'DELETE /admin/api/views/{id}': {
    deleting: free(OWN_VIEW, async (db, me) => ({ params: await savedView(db, me) })),
  },
  'POST /admin/api/inbox/put-aside': {
    done: free(PUTS_ASIDE, async (db) => {
      const { id: userId } = await createUserRow(db);
      const { id: subject } = await createSubscriptionRow(db, { accountId: userId, status: 'past_due' });
      return { body: { kind: 'past_due', subject, occurrence: '', severity: 0, for: 'done' } };
    }),
  },
  'DELETE /admin/api/inbox/put-aside/{id}': {
    'bringing back': free(PUTS_ASIDE, async (db, { id: by }) => {
      const [id, at] = [randomUUID(), new Date()];
      const seen = { occurrence: '', severity: 0, at, by, seenAt: at };
      await db.inboxDismissal.create({ data: { id, kind: 'over', subject: unique('key'), ...seen } });
      return { params: { id } };
    }),
  },
  'POST /admin/api/doctor': {
    checking: free('it asks the storage hosts', () => ({ body: { address: '192.0.2.9', key: '' } })),
  },
  'POST /admin/api/jobs/run-again': {
    'a queue': free('what the jobs do was decided when they were queued', () => ({ body: { queue: 'mail' } })),
  },
  'POST /admin/api/jobs/{id}/run-again': {
    'a job': free('as above', () => ({ params: { id: randomUUID() } }), { status: 404 }),
  },
  'POST /admin/api/billing/apply-plan': {
    'the values of the plan': free(MORE_USE, async (db) => {
      const { id: userId } = await createUserRow(db);
      const { id, stripeSubscriptionId: subscription } = await createSubscriptionRow(db, {
        accountId: userId,
        stripeSubscriptionId: `sub_${crypto.randomUUID().replaceAll('-', '')}`,
      });
      await createKeyRow(db, { accountId: userId, subscriptionId: id });
      return { body: { subscription } };
    }),
  },
  'POST /admin/api/billing/sync': {
    syncing: free('it copies what Stripe says', () => ({ body: { subscription: 'sub_test' } }), { status: 503 }),
  },
  'POST /admin/api/billing/reconcile': { reconciling: free('it copies what Stripe says', () => ({})) },
  'POST /admin/api/billing/alerts/{id}/resolve': {
    resolving: free('it marks an alert', async (db) => {
      const subject = unique('sub');
      await raiseAlert(systemContext(db), { kind: 'dispute', subject });
      return { params: { id: (await db.billingAlert.findFirstOrThrow({ where: { subject } })).id } };
    }),
  },
};

const nobody = { id: '', email: '', sessionId: '' };

async function savedView(db: Parameters<Action['prepare']>[0], { id: userId }: { id: string }) {
  const data = { userId, list: 'users', name: unique('view'), query: 'status=blocked' };
  return { id: (await db.savedView.create({ data })).id };
}
