/** All lines of `npm run check`, in the order in which an installation is set up. */
import { randomUUID } from 'node:crypto';
import { env, isLiveStripeKey } from '#lib/base/settings/env.ts';
import { oneLineOf } from '#lib/base/text/one-line.ts';
import { SECOND } from '#lib/base/time.ts';
import { stripe } from '#lib/billing/stripe/client.ts';
import { findSetupProblems } from '#lib/billing/stripe/setup.ts';
import { Email } from '#lib/email-address/schema.ts';
import { smtpMailer, trySmtp } from '#lib/mail/smtp.ts';
import { checkDatabase, checkMigrations, checkRole, withDatabase } from './database.ts';
import { fail, type Finding, type Line, lineOf, ok, skip } from './line.ts';
import {
  checkBackup,
  checkDeliveries,
  checkHosts,
  checkJobs,
  checkRefusals,
  checkWorker,
  readState,
} from './operation.ts';
import { checkPorts, checkSite } from './site.ts';

/** Runs every check, also after a failure. `print` gets each line as soon as it is known. */
export async function runChecks(mailTo: string | undefined, print: (line: Line) => void): Promise<Line[]> {
  const lines: Line[] = [];
  const add = (...more: Line[]) => {
    lines.push(...more);
    for (const line of more) print(line);
  };
  const check = async (name: string, work: () => Finding | Promise<Finding>) => add(await lineOf(name, work));

  await check('settings', checkSettings);
  if (lines[0]?.result === 'FAIL') return lines;
  await check('database', checkDatabase);
  const hasDatabase = lines.at(-1)?.result === 'ok';
  const stored = (name: string, work: () => Finding | Promise<Finding>) =>
    check(name, hasDatabase ? work : () => skip('needs the database'));
  await stored('role', () => withDatabase(checkRole));
  await stored('migrations', checkMigrations);
  await check('mail', () => checkMail(mailTo));
  add(...(await checkStripe()));
  await stored('site', checkSite);
  await check('ports', () => checkPorts());
  await check('refusals', checkRefusals);
  const state = hasDatabase ? readState() : null;
  state?.catch(() => {}); // each line reports it
  for (const [name, work] of [
    ...[['worker', checkWorker] as const, ['jobs', checkJobs] as const, ['deliveries', checkDeliveries] as const],
    ...[['backup', checkBackup] as const, ['storage hosts', checkHosts] as const],
  ])
    await stored(name, async () => (state ? work(await state) : skip('needs the database')));
  return lines;
}

function checkSettings(): Finding {
  try {
    const { APP_MODE, APP_URL } = env();
    return ok(`${APP_MODE}, ${APP_URL}`);
  } catch (error) {
    return fail(`${oneLineOf(error)}. .env.example describes each`);
  }
}

/** The width of the longest name. */
const NAME_WIDTH = 15;

export const textOf = ({ name, result, text }: Line): string =>
  `${result.padEnd(4)}  ${name.padEnd(NAME_WIDTH)}${text}`;

/** What to do about an error, by its code or text. */
const WAYS_OUT: readonly [RegExp, string][] = [
  [/STARTTLS|ETLS/, 'The server offers no STARTTLS. Use its submission port (587), or smtps:// for port 465'],
  [/EAUTH|535|534|530|authentic/i, 'Compare user and password in SMTP_URL; special characters need % codes'],
  [/ENOTFOUND|EDNS|EAI_AGAIN/, 'The host in SMTP_URL does not resolve'],
  [/certificate|self-signed|ERR_TLS|altnames/i, 'Use the name in its certificate, or set NODE_EXTRA_CA_CERTS'],
  [/ECONNREFUSED|ETIMEDOUT|ESOCKET|ECONNECTION/, 'Compare host and port in SMTP_URL, and the firewall'],
  [/EENVELOPE|5\d\d/, 'The server must accept MAIL_FROM as a sender'],
];

/** The SMTP server, up to the login, and with an address an email through it. */
export async function checkMail(address: string | undefined): Promise<Finding> {
  const { host } = new URL(env().SMTP_URL);
  try {
    await trySmtp();
    if (address === undefined) return ok(`${host} accepts the login; --mail ADDRESS sends an email`);
    return await sendOne(address);
  } catch (error) {
    const known = `${error instanceof Error && 'code' in error ? String(error.code) : ''} ${oneLineOf(error)}`;
    const way = WAYS_OUT.find(([pattern]) => pattern.test(known))?.[1];
    return fail(`${host}: ${oneLineOf(error)}. ${way ?? 'See the log of the SMTP server'}`);
  }
}

async function sendOne(given: string): Promise<Finding> {
  const { success, data: to } = Email.safeParse(given);
  if (!success) return fail(`${JSON.stringify(given)} is not an email address`);
  const text = `This email was sent by \`npm run check\` of ${env().APP_URL}.`;
  const messageId = `<${randomUUID()}@${new URL(env().APP_URL).hostname}>`;
  await smtpMailer({ to, messageId, subject: 'Test email', text, html: `<p>${text}</p>` });
  return ok(`an email to ${to} was accepted. Look for it, in the folder of spam, too`);
}

/** Codes of two-factor login hold for 30 s. Stripe's signatures may be five minutes old. */
const CLOCK_MS = 30 * SECOND;

/**
 * Stripe: the key, the catalogue, the webhook endpoint, and the clock against Stripe's. Without an answer to the first
 * request the others are skipped.
 */
export async function checkStripe(): Promise<Line[]> {
  let answeredAt: string | undefined;
  const key = await lineOf('stripe key', async () => {
    try {
      const { lastResponse } = await stripe().prices.list({ limit: 1 });
      answeredAt = lastResponse.headers['date'];
      return ok(modeOf());
    } catch (error) {
      if (isRefusedKey(error)) return fail('Stripe refuses STRIPE_SECRET_KEY. Copy it again from Developers, API keys');
      return fail(`${oneLineOf(error)}. Allow https to api.stripe.com`);
    }
  });
  if (key.result === 'FAIL') return [key, ...OTHERS.map((name) => ({ name, ...skip('needs the key of Stripe') }))];
  const problems = findSetupProblems(stripe(), env().APP_URL);
  problems.catch(() => {}); // each line reports it
  return [
    key,
    await lineOf('products', async () => {
      const { prices } = await problems;
      return prices.length ? fail(`no active price ${prices.join(', ')} with our amount. ${SETUP}`) : ok('all prices');
    }),
    await lineOf('webhook', async () => {
      const { webhook } = await problems;
      return webhook.length
        ? fail(`${webhook.join('; ')}. ${SETUP}`)
        : ok('the endpoint is enabled and gets all events');
    }),
    await lineOf('clock', () => compareClock(answeredAt)),
  ];
}

const OTHERS = ['products', 'webhook', 'clock'];
const SETUP = 'Run `npm run stripe:setup`';

const modeOf = () => {
  if (env().STRIPE_API_BASE) return 'the emulator answers';
  return isLiveStripeKey(env().STRIPE_SECRET_KEY) ? 'accepted, live' : 'accepted, test mode: nothing is charged';
};

const isRefusedKey = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && (error.statusCode === 401 || error.statusCode === 403);

/** Compares this host's clock with the `Date` of an answer; exported for tests. */
export function compareClock(date: string | undefined, now = Date.now()): Finding {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return skip('Stripe sent no Date');
  const off = now - there;
  if (Math.abs(off) < CLOCK_MS) return ok('within 30 s of Stripe’s');
  const text = `${Math.round(Math.abs(off) / SECOND)} s ${off > 0 ? 'ahead of' : 'behind'} Stripe’s`;
  return fail(
    `${text}: codes of two-factor login and webhooks are refused. Synchronise it (systemd-timesyncd, chrony)`,
  );
}
