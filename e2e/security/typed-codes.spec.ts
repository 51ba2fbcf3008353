import { randomUUID } from 'node:crypto';
import { createRecoveryCodes, recoveryCodeHash } from '#lib/auth/factors/recovery-code.ts';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { createTotpSecret } from '#lib/auth/factors/totp.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { seal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { createEnrolmentCode } from '#lib/storage/enrolment.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { createFreshAdmin } from '#lib/testing/signed-in.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient } from '../support/http-client.ts';
import { PASSWORD } from '../support/people.ts';
import { stack } from '../support/stacks/stack.ts';
import { totpCode } from '../support/totp.ts';
import { typedFields } from './support/typed-fields.ts';

type Typed = (code: string) => string;
const moved =
  (pattern: RegExp, by: number): Typed =>
  (code) =>
    code.replaceAll(pattern, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + by));
const inGroups: Typed = (code) => code.replace(/^(.{3})/, '$1 - ');
const inFullWidth = moved(/[!-~]/g, 0xfee0);
const inArabic = moved(/\d/g, 0x660 - 0x30);
const inDevanagari = moved(/\d/g, 0x966 - 0x30);
/** How a keyboard may write the same code. */
const WRITINGS: Typed[] = [
  inFullWidth,
  (code) => inFullWidth(code.toUpperCase()).replaceAll('－', 'ー'),
  (code) => inGroups(inArabic(code)),
  (code) => inGroups(inDevanagari(code)),
  (code) => code.toUpperCase().replaceAll('-', '\u2011'),
];

/** A person with two-factor login, after the password. */
async function atSecondFactor() {
  const [secret, codes] = [createTotpSecret(), createRecoveryCodes()];
  const email = `typed-${randomUUID()}@example.com`;
  await createUserRow(db(), {
    email,
    passwordHash: await hashPassword(PASSWORD),
    totpSecretSealed: seal(secret, TOTP_PURPOSE),
    totpEnabledAt: new Date(),
    recoveryCodes: { create: codes.map((code) => ({ codeHash: recoveryCodeHash(code) })) },
  });
  const http = new HttpClient(stack.baseUrl);
  expect((await http.send('/login/email', { json: { email, password: PASSWORD } })).status).toBe(200);
  return { http, secret, recoveryCode: codes[0] ?? '' };
}

/** Uses a code as it is written. */
type Way = (written: Typed) => Promise<void>;

const WAYS: Record<string, Way> = {
  'POST /login/totp code': async (written) => {
    const { http, secret, recoveryCode } = await atSecondFactor();
    const other = await atSecondFactor();
    const code = await totpCode(secret);
    expect((await http.send('/login/totp', { json: { code: written(code) } })).status).toBe(200);
    expect((await other.http.send('/login/totp', { json: { code: written(recoveryCode) } })).status).toBe(422);
    expect((await other.http.send('/login/totp', { json: { code: written(other.recoveryCode) } })).status).toBe(200);
  },
  'POST /login/totp/form code': async (written) => {
    const { http, secret } = await atSecondFactor();
    const { headers } = await http.send('/login/totp/form', { form: { code: written(await totpCode(secret)) } });
    expect(headers.get('location')).toBe('/dashboard');
  },
  'POST /login/again code': async (written) => {
    const { http, secret } = await atSecondFactor();
    expect((await http.send('/login/totp', { json: { code: await totpCode(secret) } })).status).toBe(200);
    const json = { password: PASSWORD, code: written(await totpCode(secret, 1)) };
    expect((await http.send('/login/again', { json })).status).toBe(200);
  },
  'POST /account/api/two-factor/enable code': async (written) => {
    const http = new HttpClient(stack.baseUrl);
    const email = `typed-${randomUUID()}@example.com`;
    await createUserRow(db(), { email, passwordHash: await hashPassword(PASSWORD) });
    await http.send('/login/email', { json: { email, password: PASSWORD } });
    const { secret } = (await http.send('/account/api/two-factor/start', { json: {} })).json() as { secret: string };
    const json = { code: written(await totpCode(secret)) };
    expect((await http.send('/account/api/two-factor/enable', { json })).status).toBe(200);
  },
};

test('tries every field that takes a code (S89)', () => {
  expect([...Object.keys(WAYS), 'POST /api/storage/enrol code'].toSorted()).toEqual(
    typedFields(/^(\w+_)?code$/).toSorted(),
  );
});

for (const [field, way] of Object.entries(WAYS))
  test(`takes digits of any script, and any dashes: ${field} (S89)`, async () => {
    for (const written of WRITINGS) await way(written);
  });

test('takes digits of any script, and any dashes: POST /api/storage/enrol code (S89)', async ({ storageServer }) => {
  const admin = await createFreshAdmin(db());
  for (const written of WRITINGS) {
    const { code } = await createEnrolmentCode(admin, storageServer.id);
    const answer = await new HttpClient(stack.baseUrl).send('/api/storage/enrol', { json: { code: written(code) } });
    expect(answer.status).toBe(200);
  }
});
