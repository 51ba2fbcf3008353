import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type Response,
} from '@playwright/test';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { type Caller, MEMBER_ROLES, type MemberRole } from './support/access-outcomes.ts';
import { waitForItsScripts } from './support/browser/page.ts';
import { mismatch } from './support/described.ts';
import { HttpClient, SESSION_COOKIE } from './support/http-client.ts';
import { Mailbox } from './support/mailbox.ts';
import { stack } from './support/stacks/stack.ts';
import { StripeControl } from './support/stacks/stripe-control.ts';

useTestEnvironment(stack.settings);

const context = () => processContext({ kind: 'system', job: 'browser tests' });

export type Person = { id: string; email: string; token: string };
type PersonOptions = { isAdmin?: boolean; isBlocked?: boolean; hasKey?: boolean };
type StorageCredentials = { id: number; authorization: string };

export type Fixtures = {
  /** the CSP violations of all pages so far; the test fails unless the list is empty at the end of the test (S36) */
  violations: string[];
  mailbox: Mailbox;
  stripe: StripeControl;
  /** a page in a separate browser context, without the cookies of `page` */
  elsewhere: Page;
  /** creates a user who is logged in in the page's browser */
  asSubscriber: (options?: PersonOptions) => Promise<Person>;
  asAdmin: () => Promise<Person>;
  /** creates an HTTP client for this kind of caller */
  callAs: (caller: Caller | MemberRole) => Promise<HttpClient>;
  /** a new storage server, deleted after the test */
  storageServer: StorageCredentials;
};

export const test = base.extend<Fixtures>({
  violations: async ({}, use) => use([]),
  // Fails the test if a page violates its CSP, or if a response to its fetches does not match the OpenAPI document.
  context: async ({ context, violations }, use) => watched(context, violations, use),
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForItsScripts(page);
    await use(page);
  },
  elsewhere: async ({ browser, violations }, use) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    waitForItsScripts(page);
    try {
      await watched(context, violations, () => use(page));
    } finally {
      await context.close();
    }
  },
  mailbox: async ({}, use) => use(new Mailbox(stack.inboxUrl)),
  stripe: async ({}, use) => use(new StripeControl(stack.stripeUrl)),
  asSubscriber: async ({ context: browser }, use) =>
    use(async (options = {}) => {
      const person = await createPerson(options);
      await browser.addCookies([
        { name: SESSION_COOKIE, value: person.token, url: stack.baseUrl, httpOnly: true, sameSite: 'Lax' },
      ]);
      return person;
    }),
  asAdmin: async ({ asSubscriber }, use) => use(() => asSubscriber({ isAdmin: true })),
  callAs: async ({ storageServer }, use) =>
    use(async (caller) => {
      const client = new HttpClient(stack.baseUrl);
      if (caller === 'server') client.defaultHeaders.authorization = storageServer.authorization;
      else if (isMemberRole(caller)) client.cookies.set(SESSION_COOKIE, (await createMember(caller)).token);
      else if (caller !== 'anonymous') {
        const person = await createPerson({ isAdmin: caller === 'admin', isBlocked: caller === 'blocked' });
        client.cookies.set(SESSION_COOKIE, person.token);
      }
      return client;
    }),
  storageServer: async ({}, use) => {
    const name = `test-${crypto.randomUUID()}`;
    const { server, token } = await createServerRow(db(), { name, description: 'made by a test' });
    await use({ id: server.id, authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}` });
    await db().storageServer.delete({ where: { id: server.id } });
  },
});
export { expect };

/** Runs the test, and fails if a page of the context violates its CSP, or gets a response that the document excludes. */
async function watched(
  context: BrowserContext,
  violations: string[],
  run: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const checks: Promise<string | null>[] = [];
  context.on('response', (response) => checks.push(problemOf(response)));
  context.on('console', (message) => isViolation(message) && violations.push(message.text()));
  await run(context);
  expect(violations, 'CSP violations').toEqual([]);
  const problems = (await Promise.all(checks)).filter((problem) => problem !== null);
  expect(problems, 'responses that do not match the OpenAPI document').toEqual([]);
}

/** Whether Chromium reports a CSP violation by our page. Another site that frames us violates `frame-ancestors`. */
const isViolation = (message: ConsoleMessage): boolean =>
  message.type() === 'error' && /Content Security Policy (?!directive: "frame-ancestors)/.test(message.text());

const isMemberRole = (caller: Caller | MemberRole): caller is MemberRole =>
  (MEMBER_ROLES as readonly string[]).includes(caller);

/** Creates a person whose session acts for the account of another one, in this role. */
async function createMember(role: MemberRole, accountId?: string): Promise<Person> {
  const account = accountId ?? (await createPerson({})).id;
  const member = await createPerson({});
  await db().membership.create({ data: { accountId: account, userId: member.id, role } });
  await db().signInSession.updateMany({ where: { userId: member.id }, data: { accountId: account } });
  return member;
}

/** Creates a user with a session. Blocks the user after the login, because a blocked user cannot log in. */
export async function createPerson({
  isAdmin = false,
  isBlocked = false,
  hasKey = false,
}: PersonOptions): Promise<Person> {
  const email = `person-${crypto.randomUUID()}@example.com`;
  const user = await createUserRow(db(), { email, isAdmin, emailVerifiedAt: new Date() });
  const { token } = await startSignInSession(context(), user.id);
  if (isBlocked) await db().user.update({ where: { id: user.id }, data: { blockedAt: new Date() } });
  if (hasKey) await createKeyRow(db(), { accountId: user.id, email });
  return { id: user.id, email, token };
}

/**
 * How a fetch response deviates from the OpenAPI document. Null if it matches, if the test mocked it (no request id),
 * or if the page navigated away before the body was read.
 */
async function problemOf(response: Response): Promise<string | null> {
  const { 'x-request-id': id, 'content-type': type = null } = response.headers();
  const isCall = response.request().resourceType() === 'fetch' && response.url().startsWith(`${stack.baseUrl}/`);
  if (!isCall || id === undefined) return null;
  const text = await response.text().catch(() => null);
  return text === null ? null : mismatch(response.request().method(), response.url(), response.status(), type, text);
}
