import { randomUUID } from 'node:crypto';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';
import { typedFields } from './support/typed-fields.ts';

/** The same password, as two systems send it. */
const COMPOSED = 'Gr\u00fcne-Pferde-77-Caf\u00e9';
const DECOMPOSED = COMPOSED.normalize('NFD');
const PLAIN = 'Correct-Horse-7-Battery';

const newEmail = () => `typed-${randomUUID()}@example.com`;
const client = () => new HttpClient(stack.baseUrl);

async function newPerson(password = PLAIN, isAdmin = false) {
  const email = newEmail();
  const { id } = await createUserRow(db(), { email, isAdmin, passwordHash: await hashPassword(password) });
  const http = client();
  const logIn = (typed: string) => http.send('/login/email', { json: { email, password: typed } });
  return { id, email, http, logIn };
}

async function newAdmin() {
  const admin = await newPerson(PLAIN, true);
  expect((await admin.logIn(PLAIN)).status).toBe(200);
  return admin.http;
}

async function expectLogin(email: string, password: string) {
  expect((await client().send('/login/email', { json: { email, password } })).status).toBe(200);
}

/** Sets a password in one form, and uses it in the other. */
type Way = (set: string, used: string) => Promise<void>;

const resets: Way = async (set, used) => {
  for (const purpose of ['reset_password', 'invitation'] as const) {
    const { id, email } = await newPerson();
    const token = await createOneTimeToken(db(), purpose, { id, email }, new Date());
    expect((await client().send('/reset/email', { json: { email, token, password: set } })).status).toBe(200);
    await expectLogin(email, used);
  }
};
const resetsByForm: Way = async (set, used) => {
  const { id, email } = await newPerson();
  const token = await createOneTimeToken(db(), 'reset_password', { id, email }, new Date());
  const form = { email, token, password: set, confirm_password: used };
  expect((await client().send('/reset/form', { form })).headers.get('location')).toContain('done=1');
  await expectLogin(email, used);
};
/** The token of a new link of this sign-up. */
async function linkOf(email: string): Promise<string> {
  const token = randomToken();
  await db().signUp.updateMany({ where: { user: { email } }, data: { linkTokenHash: sha256(token) } });
  return token;
}

const signsUpByForm: Way = async (set, used) => {
  const [email, http] = [newEmail(), client()];
  const form = { email, password: set, confirm_password: used };
  expect((await http.send('/signup/form', { form })).headers.get('location')).toContain('done=1');
  expect((await http.send('/verify/email', { json: { email, token: await linkOf(email) } })).status).toBe(200);
  await expectLogin(email, used);
};

const WAYS: Record<string, Way> = {
  'POST /login/email password': async (set, used) => {
    expect((await (await newPerson(set)).logIn(used)).status).toBe(200);
  },
  'POST /login/form password': async (set, used) => {
    const { email, http } = await newPerson(set);
    const { headers } = await http.send('/login/form', { form: { email, password: used } });
    expect(headers.get('location')).toBe('/dashboard');
  },
  'POST /login/again password': async (set, used) => {
    const { http, logIn } = await newPerson(set);
    await logIn(set);
    expect((await http.send('/login/again', { json: { password: used } })).status).toBe(200);
  },
  'POST /change/password current_password': async (set, used) => {
    const { http, logIn } = await newPerson(set);
    await logIn(set);
    const change = (new_password: string) =>
      http.send('/change/password', { json: { current_password: used, new_password } });
    expect((await change(set)).text).toContain('New password must be different from current password');
    expect((await change(PLAIN)).status).toBe(200);
  },
  'POST /change/password new_password': async (set, used) => {
    const { email, http, logIn } = await newPerson();
    await logIn(PLAIN);
    const json = { current_password: PLAIN, new_password: set };
    expect((await http.send('/change/password', { json })).status).toBe(200);
    await expectLogin(email, used);
  },
  'POST /reset/email password': resets,
  'POST /reset/form password': resetsByForm,
  'POST /reset/form confirm_password': resetsByForm,
  'POST /signup/email password': async (set, used) => {
    const [email, http] = [newEmail(), client()];
    expect((await http.send('/signup/email', { json: { email, password: set } })).status).toBe(200);
    expect((await http.send('/verify/email', { json: { email, token: await linkOf(email) } })).status).toBe(200);
    await expectLogin(email, used);
  },
  'POST /verify/email password': async (set, used) => {
    const email = newEmail();
    await client().send('/signup/email', { json: { email, password: PLAIN } });
    const json = { email, token: await linkOf(email), password: set };
    expect((await client().send('/verify/email', { json })).status).toBe(200);
    await expectLogin(email, used);
  },
  'POST /verify/form password': async (set, used) => {
    const email = newEmail();
    await client().send('/signup/email', { json: { email, password: PLAIN } });
    const form = { email, token: await linkOf(email), password: set, confirm_password: used };
    expect((await client().send('/verify/form', { form })).headers.get('location')).toContain('done=1');
    await expectLogin(email, used);
  },
  'POST /signup/form password': signsUpByForm,
  'POST /signup/form confirm_password': signsUpByForm,
  'POST /admin/api/manual-users password': async (set, used) => {
    const email = newEmail();
    const json = { email, password: set, country: 'DE' };
    expect((await (await newAdmin()).send('/admin/api/manual-users', { json })).status).toBe(200);
    await expectLogin(email, used);
  },
  'POST /admin/api/users/from-key password': async (set, used) => {
    const email = newEmail();
    const { publicKey } = await createKeyRow(db());
    const json = { email, password: set, country: 'DE', public_key: publicKey };
    expect((await (await newAdmin()).send('/admin/api/users/from-key', { json })).status).toBe(200);
    await expectLogin(email, used);
  },
  'PUT /admin/api/users new_password': async (set, used) => {
    const { id, email } = await newPerson();
    const json = { user_id: id, reset_password: true, new_password: set };
    expect((await (await newAdmin()).send('/admin/api/users', { method: 'PUT', json })).status).toBe(200);
    await expectLogin(email, used);
  },
};

test('tries every field that takes a password (S89)', () => {
  expect(Object.keys(WAYS).toSorted()).toEqual(typedFields(/password/).toSorted());
});

for (const [field, way] of Object.entries(WAYS))
  test(`takes an accented letter as one character or as two: ${field} (S89)`, async () => {
    expect(COMPOSED).not.toBe(DECOMPOSED);
    await way(COMPOSED, DECOMPOSED);
    await way(DECOMPOSED, COMPOSED);
  });
