import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitMs } from '#components/usage/last-request.ts';
import { CHOSEN } from '#dev/tests/rspamd.ts';
import type { Stack } from '#dev/tests/test-stack.ts';
import type { UserStatusView } from '#lib/billing/views.ts';
import { TEST_MESSAGE_ANSWERS } from '#lib/guides/test-message.ts';
import { testMessage } from '#lib/storage/test-message/text.ts';
import type { LastRequestView } from '#lib/usage/views.ts';

/** How often the page after the payment asks for the key (check-again.tsx). */
const KEY_EVERY_MS = 3000;
/** How often a customer repeats a command that has not worked yet. */
const SEND_EVERY_MS = 5000;
/** The measurement fails if the light is not green, or no match appears, after this time. */
const LONGEST_MS = 5 * 60_000;

/** A logged-in customer who has gone to Stripe's payment page. */
export type Customer = { cookie: string; session: string };

/** Logs a person in and starts to buy the small plan. */
export async function startPurchase({ coordinates }: Stack, email: string, password: string): Promise<Customer> {
  const { BASE_URL = '', STRIPE_URL = '' } = coordinates;
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${BASE_URL}/login/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  if (!login.ok) throw new Error(`The login failed: ${login.status} ${await login.text()}`);
  const cookie = login.headers
    .getSetCookie()
    .flatMap((line) => line.split(';')[0] ?? [])
    .join('; ');
  const form = new URLSearchParams({ plan: 'starter', interval: 'month', kind: 'company' });
  await fetch(`${BASE_URL}/buy/details/form`, { method: 'POST', headers: { cookie }, body: form, redirect: 'manual' });
  const buy = await fetch(`${BASE_URL}/buy?small=1`, { headers: { cookie }, redirect: 'manual' });
  const state = (await (await fetch(`${STRIPE_URL}/_control/state`)).json()) as {
    sessions: { id: string; url: string }[];
  };
  const session = state.sessions.find(({ url }) => url === buy.headers.get('location'));
  if (!session) throw new Error(`/buy did not lead to a payment page: ${buy.status}`);
  return { cookie, session: session.id };
}

/** Pays. The emulator then delivers Stripe's events. */
export async function pay({ coordinates }: Stack, { session }: Customer): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${coordinates.STRIPE_URL}/_control/pay`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ session }),
  });
  if (!answer.ok) throw new Error(`The payment failed: ${answer.status} ${await answer.text()}`);
}

/** Waits for the key as the page after the payment does. */
export async function untilKey(stack: Stack, customer: Customer): Promise<string> {
  for (const end = Date.now() + LONGEST_MS; Date.now() < end; await sleep(KEY_EVERY_MS)) {
    const { plan } = await ask<UserStatusView>(stack, customer, '/userstatus');
    if (plan.key) return plan.key;
  }
  throw new Error('The key did not appear');
}

/** Asks whether requests arrive, as often as the page does, until the light is green and a match was seen. */
export async function untilMatch(stack: Stack, customer: Customer): Promise<{ green: number; match: number }> {
  let green = 0;
  for (let asked = 1, end = Date.now() + LONGEST_MS; Date.now() < end; asked++) {
    const last = await ask<LastRequestView>(stack, customer, '/account/api/last-request');
    if (last.at !== null) green ||= performance.now();
    if (last.first_match) return { green, match: performance.now() };
    await sleep(waitMs(last, asked) || 0);
  }
  throw new Error(green ? 'No match appeared' : 'The light did not turn green');
}

/** Repeats the guide's command until it prints the match. */
export async function untilAnswered(port: number): Promise<number> {
  for (const end = Date.now() + LONGEST_MS; Date.now() < end; await sleep(SEND_EVERY_MS))
    if ((await scan(port)).includes(TEST_MESSAGE_ANSWERS.premium)) return performance.now();
  throw new Error('The test message was not found');
}

const scan = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const child = execFile(CHOSEN.rspamc, ['-h', `127.0.0.1:${port}`], { timeout: 30_000 }, (_error, said) =>
      resolve(said),
    );
    child.stdin?.end(testMessage('premium'));
  });

async function ask<T>({ coordinates }: Stack, { cookie }: Customer, path: string): Promise<T> {
  const answer = await fetch(`${coordinates.BASE_URL}${path}`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
