import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { HttpClient } from '../../support/http-client.ts';
import { totpCode } from '../../support/totp.ts';
import { type Walk, call } from './canary-call.ts';

export const newPassword = () => `Canary-${randomBytes(9).toString('base64url')}-7-horse`;

/** Takes a user through every flow that uses a password, a code or a mailed link. Ends logged in. */
export async function walkOfPerson({ stack, canaries }: Walk): Promise<{ client: HttpClient; email: string }> {
  const client = new HttpClient(stack.baseUrl);
  const email = canaries.keep('email', `canary-${randomUUID()}@example.com`);
  let password = canaries.keep('password', newPassword());
  const keepCookies = () => {
    for (const [name, value] of client.cookies) if (value.length > 16) canaries.keep(`cookie ${name}`, value);
  };
  const tokenOf = async (to: string, subject: string, path: string) => {
    const { mailbox } = stack;
    const link = new URL(mailbox.linkIn(await mailbox.receive(to, subject), path));
    return canaries.keep(`link of "${subject}"`, link.searchParams.get('token'));
  };
  const logIn = async () => {
    const answer = await call(client, '/login/email', { email, password });
    keepCookies();
    return answer.json() as { status: string };
  };

  await call(client, '/signup/email', { email, password });
  const token = await tokenOf(email, 'Verify your email address', '/verify-email');
  await call(client, '/login/email', { email, password }, 403);
  await call(client, `/verify-email?${new URLSearchParams({ email, token })}`);
  await call(client, '/verify/email', { email, token });
  await call(client, '/verify/email', { email, token }, 422);
  await logIn();

  const { secret } = (await call(client, '/account/api/two-factor/start', {})).json() as { secret: string };
  canaries.keep('TOTP secret', secret);
  const enabled = await call(client, '/account/api/two-factor/enable', {
    code: canaries.keep('TOTP code', await totpCode(secret)),
  });
  const { recovery_codes: codes } = enabled.json() as { recovery_codes: string[] };
  for (const code of codes) canaries.keep('recovery code', code);
  await call(client, '/logout');
  expect((await logIn()).status).toBe('totp_required');
  await call(client, '/login/totp', { code: canaries.keep('wrong code', 'zyxw-vutsr-qponm') }, 422);
  await call(client, '/login/totp', { code: canaries.keep('TOTP code', await totpCode(secret, 1)) });
  keepCookies();
  await call(client, '/login/again', { password, code: codes[0] });
  await call(client, '/account/api/two-factor/disable', {});

  const next = canaries.keep('new password', newPassword());
  await call(client, '/change/password', { current_password: password, new_password: next });
  keepCookies();
  await call(client, '/forgot/email', { email });
  const reset = await tokenOf(email, 'Reset your password', '/reset-password');
  await call(client, `/reset-password?${new URLSearchParams({ email, token: reset, forgot: '1' })}`);
  password = canaries.keep('password after the reset', newPassword());
  await call(client, '/reset/email', { email, token: reset, password });
  await call(client, '/reset/email', { email, token: reset, password }, 422);
  await logIn();
  await call(client, '/change/email', { email: canaries.keep('new email', `new-${email}`) });
  await call(client, '/change/email/confirm', {
    token: await tokenOf(`new-${email}`, 'Confirm your new email address', '/change-email'),
  });
  await call(client, '/change/email/undo', {
    token: await tokenOf(email, 'Your email address was changed', '/change-email/undo'),
  });
  password = canaries.keep('last password', newPassword());
  const last = await tokenOf(email, 'Your account has its old email address again', '/reset-password');
  await call(client, '/reset/email', { email, token: last, password });
  await logIn();
  await typedInTheWrongPlace(client, email, password);
  return { client, email };
}

/** Sends a password where people paste it by mistake, and in malformed requests. */
async function typedInTheWrongPlace(client: HttpClient, email: string, password: string): Promise<void> {
  await call(client, '/login/email', { email: password, password }, 422);
  await call(client, '/login/email', { email, password: [password] }, 400);
  const sent: Parameters<HttpClient['send']>[] = [
    [`/login?password=${encodeURIComponent(password)}`],
    [`/no/such/${encodeURIComponent(password)}`],
    [`/userstatus?token=${encodeURIComponent(password)}`],
    ['/login/form', { form: { email, password: `${password}x` } }],
    ['/login/email', { method: 'POST', headers: { 'content-type': 'application/json', 'x-password': password } }],
    ['/signup/form', { form: { email, password, confirm_password: `${password}y` } }],
    ['/userstatus', { headers: { 'user-agent': password, referer: `https://a.example/${encodeURIComponent(email)}` } }],
  ];
  for (const [path, options] of sent) {
    const answer = await client.send(path, options);
    expect(answer.status, path.slice(0, 12)).toBeLessThan(500);
    expect(answer.headers.get('location') ?? '', 'no password in a URL').not.toContain(password);
  }
}
