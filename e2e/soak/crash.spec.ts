import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures.ts';
import { HttpClient } from '../support/http-client.ts';
import { Mailbox } from '../support/mailbox.ts';
import { createFaultStack } from '../support/stacks/billing-stack.ts';
import { StripeControl } from '../support/stacks/stripe-control.ts';
import { sayWhoBuys } from '../support/who-buys.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
type Status = { plan: { status: string | null; key: string | null } };

test('completes sign-up and purchase when PostgreSQL, then the app, then everything is killed (R3, R8)', async () => {
  test.setTimeout(180_000);
  const stack = await createFaultStack();
  try {
    await stack.start();
    const { BASE_URL = '', INBOX_URL = '', STRIPE_URL = '' } = stack.coordinates;
    const client = new HttpClient(BASE_URL);
    const mailbox = new Mailbox(INBOX_URL);
    const stripe = new StripeControl(STRIPE_URL);
    const email = `crash-${randomUUID()}@example.com`;
    const isReady = () =>
      client.send('/readyz').then(
        ({ status }) => status,
        () => 0,
      );

    await test.step('keeps the sign-up when PostgreSQL is killed right after its acknowledgement', async () => {
      expect((await client.send('/signup/email', { json: { email, password: PASSWORD } })).status).toBe(200);
      stack.killPostgres();
      const from = Date.now();
      const link = new URL(mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email'));
      const json = { email, token: link.searchParams.get('token') };
      const statuses: number[] = [];
      const verify = async () =>
        statuses.push((await client.send('/verify/email', { json })).status) && statuses.at(-1);
      await expect.poll(verify, { intervals: [50], timeout: 60_000 }).toBe(200);
      console.log(`${Date.now() - from} ms until the mail arrived and its link worked`);
      expect(
        statuses.slice(0, -1).filter((status) => status !== 503),
        'only 503 while PostgreSQL is down',
      ).toEqual([]);
    });

    await test.step('restarts the app when it is killed while a payment’s webhooks are being delivered', async () => {
      expect((await client.send('/login/email', { json: { email, password: PASSWORD } })).status).toBe(200);
      await stripe.send('hold');
      await sayWhoBuys(client);
      await client.send('/buy?small=1');
      await stripe.send('pay', { session: (await stripe.state()).sessions.at(-1)?.id });
      await stripe.send('release');
      stack.kill('server/index.ts');
      await expect.poll(isReady, { intervals: [50], timeout: 60_000 }).toBe(200);
    });

    await test.step('keeps plan and key when everything is killed at once and restarted', async () => {
      stack.killAll();
      const from = Date.now();
      await stack.start();
      console.log(`restarted in ${Date.now() - from} ms`);
      await expect
        .poll(async () => ((await client.send('/userstatus')).json() as Status).plan, { timeout: 60_000 })
        .toMatchObject({ status: 'active', key: expect.stringMatching(/^[a-z0-9]{52}$/) });
      expect((await stripe.state()).subscriptions).toHaveLength(1);
      await mailbox.receive(email, 'Your key is ready');
      const subjects = (await mailbox.list(email)).map(({ subject }) => subject);
      // The first email was being sent when PostgreSQL was killed, so it may be sent twice.
      expect([...new Set(subjects)]).toEqual(['Verify your email address', 'Your key is ready']);
      expect(subjects.filter((subject) => subject === 'Your key is ready')).toHaveLength(1);
      expect((await client.send('/logout')).json()).toEqual({ status: 'ok' });
      expect((await client.send('/userstatus')).status).toBe(401);
    });
  } catch (error) {
    console.log(stack.output());
    throw error;
  } finally {
    await stack.remove();
  }
});
