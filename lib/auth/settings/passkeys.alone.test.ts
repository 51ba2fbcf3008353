import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { expect, test, vi } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { createAuthenticator, type Forgery } from '#lib/testing/authenticator.ts';
import '#lib/testing/database.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { MINUTE } from '#lib/base/time.ts';
import { createChallenge } from '#lib/auth/session/challenge.ts';
import { createPasskey, deletePasskey, listPasskeys, startPasskeyRegistration, updatePasskey } from './passkeys.ts';
import { CreatePasskeyInput, UpdatePasskeyInput } from '#lib/auth/schema.ts';
import { getTwoFactor } from './two-factor.ts';
import { isWithoutCertificate } from '#lib/auth/factors/webauthn.ts';

vi.mock('@simplewebauthn/server', { spy: true });

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
type Person = Awaited<ReturnType<typeof createSignedInUser>>;

async function add(person: Person, { name = 'Laptop', forgery = {}, authenticator = createAuthenticator() } = {}) {
  const { options, challenge } = await startPasskeyRegistration(person.ctx);
  return createPasskey(person.ctx, { name, response: authenticator.create(options, forgery) }, challenge);
}
const countOf = ({ id }: Person) => db().passkey.count({ where: { userId: id } });
const auditLogOf = ({ id }: Person) =>
  db().auditEvent.findMany({
    where: { targetId: id },
    orderBy: { id: 'asc' },
    select: { action: true, data: true },
  });
const notices = async () => {
  const rows = await db().$queryRaw`SELECT 1 FROM pgboss.job WHERE data->>'template' = 'sign_in_changed'`;
  return (rows as unknown[]).length;
};

test("requests a discoverable passkey with user verification, and excludes the user's existing passkeys", async () => {
  const person = await createSignedInUser(db());
  const authenticator = createAuthenticator();
  await add(person, { authenticator });
  const { options } = await startPasskeyRegistration(person.ctx);
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Rspamd Premium' },
    user: { name: person.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.id, transports: ['internal'] }],
  });
  expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(person.id.replaceAll('-', ''));
  expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(16);
});

test('adds a passkey, lists it, records it and mails the owner', async () => {
  const person = await createSignedInUser(db());
  const before = await notices();
  const authenticator = createAuthenticator({ counts: false });
  const view = await add(person, { name: 'My phone', authenticator });
  expect(view).toEqual({
    id: expect.any(String),
    name: 'My phone',
    created_at: person.ctx.now.toISOString(),
    last_used_at: null,
    is_backed_up: true,
    transports: ['internal'],
  });
  expect(await listPasskeys(person.ctx)).toEqual({ passkeys: [view] });
  expect(await getTwoFactor(person.ctx)).toMatchObject({ enabled: false, has_passkeys: true });
  expect(await auditLogOf(person)).toEqual([{ action: 'user.passkey_added', data: { passkey: view.id } }]);
  expect(await notices()).toBe(before + 1);
});

test('names a passkey after the browser by default', async () => {
  const person = await createSignedInUser(db());
  const ctx = person.contextAt(new Date(), { userAgent: FIREFOX });
  const { options, challenge } = await startPasskeyRegistration(ctx);
  const input = CreatePasskeyInput.parse({ name: '  ', response: createAuthenticator().create(options) });
  expect(await createPasskey(ctx, input, challenge)).toMatchObject({ name: 'Firefox 145 on Linux' });
});

test.each<[string, Forgery]>([
  ['the origin of another site', { origin: 'https://rspamd-premium.example' }],
  ['our host on another port', { origin: 'http://localhost:8081' }],
  ['another relying party', { rpId: 'rspamd-premium.example' }],
  ['another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2Ugd2UgZ2F2ZQ' }],
  ['no user verification', { isVerified: false }],
])('adds no passkey for an attestation with %s', async (_what, forgery) => {
  const person = await createSignedInUser(db());
  await expect(add(person, { forgery })).rejects.toMatchObject({ code: 'invalid' });
  expect(await countOf(person)).toBe(0);
  expect(await auditLogOf(person)).toEqual([]);
});

test.each([
  ['none', new Map(), true],
  ['packed', new Map([['sig', [Uint8Array.of(1)]]]), true],
  ['packed', new Map([['x5c', [Uint8Array.of(1)]]]), false],
  ['apple', new Map(), false],
  ['android-key', new Map(), false],
  ['android-safetynet', new Map(), false],
  ['tpm', new Map(), false],
  ['fido-u2f', new Map(), false],
])('says whether attestation format %s with %o is free of certificates: %s (S62)', async (fmt, attStmt, isAccepted) => {
  const { options } = await startPasskeyRegistration((await createSignedInUser(db())).ctx);
  const { response } = createAuthenticator().create(options, { attestation: { fmt, attStmt } });
  expect(isWithoutCertificate(response.attestationObject)).toBe(isAccepted);
});

test('refuses an attestation with a certificate without verifying it (S62)', async () => {
  const person = await createSignedInUser(db());
  await add(person);
  expect(verifyRegistrationResponse).toHaveBeenCalled();
  vi.mocked(verifyRegistrationResponse).mockClear();
  const attestation = { fmt: 'packed', attStmt: new Map([['x5c', [Uint8Array.of(1)]]]) };
  await expect(add(person, { forgery: { attestation } })).rejects.toMatchObject({ code: 'invalid' });
  expect(verifyRegistrationResponse).not.toHaveBeenCalled();
});

test.each(['', 'AAAA', 'oA', '_____w'])('refuses the malformed attestation %j (S55)', async (attestationObject) => {
  const person = await createSignedInUser(db());
  const { options, challenge } = await startPasskeyRegistration(person.ctx);
  const good = createAuthenticator().create(options);
  const response = { ...good, response: { ...good.response, attestationObject } };
  await expect(createPasskey(person.ctx, { name: '', response }, challenge)).rejects.toMatchObject({ code: 'invalid' });
});

test('refuses a credential id that is too long for the index (S55)', async () => {
  const person = await createSignedInUser(db());
  await expect(add(person, { authenticator: createAuthenticator({ idBytes: 1023 }) })).resolves.toBeDefined();
  const authenticator = createAuthenticator({ idBytes: 6000 });
  await expect(add(person, { authenticator })).rejects.toMatchObject({ code: 'invalid' });
});

test('accepts one of eight simultaneous answers to a challenge, and no answer after a wrong one (S14)', async () => {
  const person = await createSignedInUser(db());
  const { options, challenge } = await startPasskeyRegistration(person.ctx);
  const answer = () =>
    createPasskey(person.ctx, { name: '', response: createAuthenticator().create(options) }, challenge);
  const results = await Promise.allSettled(Array.from({ length: 8 }, answer));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await countOf(person)).toBe(1);

  const second = await startPasskeyRegistration(person.ctx);
  const wrong = createAuthenticator().create(second.options, { isVerified: false });
  const right = createAuthenticator().create(second.options);
  for (const response of [wrong, right])
    await expect(createPasskey(person.ctx, { name: '', response }, second.challenge)).rejects.toMatchObject({
      code: 'invalid',
    });
  expect(await countOf(person)).toBe(1);
});

test('accepts a challenge only from its user, for its purpose and within five minutes', async () => {
  const [person, other] = [await createSignedInUser(db()), await createSignedInUser(db())];
  const { options, challenge } = await startPasskeyRegistration(person.ctx);
  const input = { name: '', response: createAuthenticator().create(options) };
  const refused = { code: 'invalid' };
  await expect(createPasskey(other.ctx, input, challenge)).rejects.toMatchObject(refused);
  const later = person.contextAt(new Date(Date.now() + 5 * MINUTE + 1000));
  await expect(createPasskey(later, input, challenge)).rejects.toMatchObject(refused);
  await expect(createPasskey(person.ctx, input, null)).rejects.toMatchObject(refused);
  const ofLogin = await createChallenge(anonymousContext(db()), 'passkey_login', {
    userId: person.id,
    value: options.challenge,
  });
  await expect(createPasskey(person.ctx, input, ofLogin)).rejects.toMatchObject(refused);
  await expect(createPasskey(person.ctx, input, challenge)).resolves.toBeDefined();
});

test('refuses to add a passkey that its owner or another user has already registered', async () => {
  const [person, other] = [await createSignedInUser(db()), await createSignedInUser(db())];
  const authenticator = createAuthenticator();
  await add(person, { authenticator });
  await expect(add(person, { authenticator })).rejects.toThrow('InvalidStateError');
  for (const who of [person, other]) {
    const { options, challenge } = await startPasskeyRegistration(who.ctx);
    const response = authenticator.create({ ...options, excludeCredentials: [] });
    await expect(createPasskey(who.ctx, { name: '', response }, challenge)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This passkey is already registered.',
    });
  }
  expect([await countOf(person), await countOf(other)]).toEqual([1, 0]);
});

test('allows at most 20 passkeys, even when eight are added simultaneously', async () => {
  const person = await createSignedInUser(db());
  for (let count = 0; count < 19; count++) await add(person);
  const start = async () => ({ ...(await startPasskeyRegistration(person.ctx)), authenticator: createAuthenticator() });
  const started = await Promise.all(Array.from({ length: 8 }, start));
  const results = await Promise.allSettled(
    started.map(({ options, challenge, authenticator }) =>
      createPasskey(person.ctx, { name: '', response: authenticator.create(options) }, challenge),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await countOf(person)).toBe(20);
  await expect(startPasskeyRegistration(person.ctx)).rejects.toMatchObject({ code: 'conflict' });
});

test('records a rename and a deletion, and mails the owner only about the deletion', async () => {
  const person = await createSignedInUser(db());
  const { id } = await add(person, { name: 'Before' });
  const before = await notices();
  expect(await updatePasskey(person.ctx, id, { name: 'After' })).toMatchObject({ id, name: 'After' });
  expect(await notices()).toBe(before);
  await deletePasskey(person.ctx, id);
  expect(await listPasskeys(person.ctx)).toEqual({ passkeys: [] });
  expect((await auditLogOf(person)).slice(1)).toEqual([
    { action: 'user.passkey_renamed', data: { passkey: id } },
    { action: 'user.passkey_removed', data: { passkey: id } },
  ]);
  expect(await notices()).toBe(before + 1);
  await expect(deletePasskey(person.ctx, id)).rejects.toMatchObject({ code: 'not_found' });
});

test("returns not_found for another user's passkey, also with its id in upper case (S47)", async () => {
  const [person, other] = [await createSignedInUser(db()), await createSignedInUser(db())];
  const { id } = await add(person, { name: 'Mine' });
  expect(await listPasskeys(other.ctx)).toEqual({ passkeys: [] });
  for (const form of [id, id.toUpperCase()]) {
    await expect(updatePasskey(other.ctx, form, { name: 'Theirs' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(deletePasskey(other.ctx, form)).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await listPasskeys(person.ctx)).toMatchObject({ passkeys: [{ id, name: 'Mine' }] });
  expect(await auditLogOf(other)).toEqual([]);
});

test('requires a fresh login to add or delete a passkey, but not to rename one', async () => {
  const person = await createSignedInUser(db());
  const { id } = await add(person);
  const { options, challenge } = await startPasskeyRegistration(person.contextAt(new Date(Date.now() + 9 * MINUTE)));
  const stale = person.contextAt(new Date(Date.now() + 11 * MINUTE));
  const refused = { code: 'reauthentication_required' };
  await expect(startPasskeyRegistration(stale)).rejects.toMatchObject(refused);
  const input = { name: '', response: createAuthenticator().create(options) };
  await expect(createPasskey(stale, input, challenge)).rejects.toMatchObject(refused);
  await expect(deletePasskey(stale, id)).rejects.toMatchObject(refused);
  await expect(updatePasskey(stale, id, { name: 'Still' })).resolves.toMatchObject({ name: 'Still' });
  expect(await countOf(person)).toBe(1);
});

test.each([
  ['x'.repeat(61), false],
  ['x'.repeat(60), true],
  ['', false],
  ['  ', false],
  ['a\u0000b', false],
  ['a\nb', false],
  [null, false],
  [{}, false],
  ['<b>Kai’s 👩‍💻</b>', true],
])('validates the passkey name %j: %s (S52, S55)', (name, isAccepted) => {
  expect(UpdatePasskeyInput.safeParse({ name }).success).toBe(isAccepted);
});
