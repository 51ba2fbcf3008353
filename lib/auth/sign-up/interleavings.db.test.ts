import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { logIn } from '#lib/auth/login/service.ts';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { requestPasswordReset, resetPassword } from '#lib/auth/settings/password-reset.ts';
import { db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { confirmEmailChange, requestEmailChange } from '#lib/users/email/change-email.ts';
import { createManualUser } from '#lib/users/create-user.ts';
import { inviteUser } from '#lib/users/invite/invite.ts';
import { NO_COOKIES, runAsked } from '#lib/testing/demo/lived-in-account.ts';
import { adminContext, anonymousContext, subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { isSoak } from '#lib/testing/soak.ts';
import { CreateManualUserInput, InviteUserInput } from '#lib/users/schema.ts';
import { signUp } from './sign-up.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

const LENGTH = 3;

/** Victim and attacker, each with a browser. Only the victim reads the mail to the address. */
type World = {
  email: string;
  browsers: Record<'victim' | 'attacker', string | null>;
  typed: Record<'victim' | 'attacker', string[]>;
  /** the password by which the victim or the admin made the account usable; null while nothing did */
  effective: string | null;
  /** an account of the attacker's, with a session */
  own: { id: string; sessionId: string };
  attackersEmail: string;
};

let count = 0;
const visitor = () =>
  anonymousContext(db(), { ip: `10.${(++count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` });
/** Of few characters, because judging a password takes time that grows with the square of its length. */
const password = () => `Va-${randomBytes(9).toString('base64url')}`;

async function createWorld(): Promise<World> {
  await db().$executeRaw`DELETE FROM pgboss.job`;
  const owner = await createUserRow(db());
  const session = await startSignInSession(visitor(), owner.id);
  return {
    email: `${unique('victim')}@test.example`,
    browsers: { victim: null, attacker: null },
    typed: { victim: [], attacker: [] },
    effective: null,
    own: { id: owner.id, sessionId: session.id },
    attackersEmail: owner.email ?? '',
  };
}

type Who = 'victim' | 'attacker';
const signsUp = (who: Who) => async (world: World) => {
  const typed = password();
  world.typed[who].push(typed);
  world.browsers[who] = (await signUp(visitor(), { email: world.email, password: typed })).browser;
};
const asksAgain = (who: Who) => async (world: World) => {
  await resendVerification(visitor(), { email: world.email }, world.browsers[who]);
  await runAsked(db());
};

async function tokensIn(email: string, template: string): Promise<string[]> {
  const mails = (await mailsTo(email)).filter((mail) => mail.template === template);
  return mails.flatMap(({ text }) => /[?&]token=([\w-]+)/.exec(text)?.slice(1) ?? []);
}

/** The victim opens a mailed link in their browser, and chooses a password if the page asks for one. */
const opens = (which: 0 | -1) => async (world: World) => {
  const token = (await tokensIn(world.email, 'verify_email')).at(which);
  if (!token) return;
  const link = { email: world.email, token };
  const cookies = { ...NO_COOKIES, signUp: world.browsers.victim };
  const chosen = password();
  try {
    await verifyEmail(visitor(), link, cookies);
    world.effective = world.typed.victim.at(-1) ?? 'a password that the victim has not typed';
  } catch (error) {
    if (!(error instanceof DomainError) || !error.fields?.password) throw error;
    await verifyEmail(visitor(), { ...link, password: chosen }, cookies);
    world.effective = chosen;
  }
};

async function resets({ email }: World, template: string): Promise<string | null> {
  const token = (await tokensIn(email, template)).at(-1);
  if (!token) return null;
  const chosen = password();
  await resetPassword(visitor(), { email, token, password: chosen });
  return chosen;
}

const ACTIONS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'the victim signs up': signsUp('victim'),
  'the attacker signs up': signsUp('attacker'),
  'the victim asks for a new link': asksAgain('victim'),
  'the attacker asks for a new link': asksAgain('attacker'),
  'the victim opens the first link': opens(0),
  'the victim opens the last link': opens(-1),
  'the victim resets the password': async (world) => {
    await requestPasswordReset(visitor(), { email: world.email });
    await runAsked(db());
    world.effective = (await resets(world, 'reset_password')) ?? world.effective;
  },
  'an admin invites the victim': async ({ email }) => {
    await inviteUser(adminContext(db()), InviteUserInput.parse({ email, country: 'DE' }));
  },
  'the victim accepts the invitation': async (world) => {
    world.effective = (await resets(world, 'invited')) ?? world.effective;
  },
  'an admin creates the account': async (world) => {
    const chosen = password();
    const input = { email: world.email, country: 'DE', password: chosen };
    await createManualUser(adminContext(db()), CreateManualUserInput.parse(input));
    world.effective = chosen;
  },
  'the attacker moves an own account to the address, and the victim presses the button': async (world) => {
    const attacker = subscriberContext(db(), world.own, { ip: visitor().ip });
    const { sessionId } = world.own;
    await requestEmailChange({ ...attacker, actor: { ...attacker.actor, sessionId } }, { email: world.email });
    const token = (await tokensIn(world.email, 'confirm_new_email')).at(-1);
    if (token) await confirmEmailChange(visitor(), { token });
  },
};

/** Every sequence of this many actions. */
const sequences = (length: number): string[][] =>
  length === 0
    ? [[]]
    : sequences(length - 1).flatMap((before) => Object.keys(ACTIONS).map((name) => [...before, name]));

/**
 * `npm test` leaves out sequences without the attacker, and those that begin with an action that needs an earlier one or
 * end with one that decides nothing.
 */
const LATER = /opens|accepts|asks|resets/;
const DECIDES = /opens|accepts|resets|attacker signs/;
const isDecided = ([first = '', , last = '']: readonly string[]) => !LATER.test(first) && DECIDES.test(last);
const tried = sequences(LENGTH).filter(
  (names) => isSoak || (isDecided(names) && names.some((name) => name.includes('attacker'))),
);

const REFUSALS = new Set(['invalid', 'conflict', 'rate_limited', 'unauthenticated']);
async function run(names: readonly string[]): Promise<World> {
  const world = await createWorld();
  for (const name of names)
    await ACTIONS[name]?.(world).catch((error: unknown) => {
      if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
    });
  return world;
}

const outcome = (world: World, who: Who, typed: string) =>
  logIn(visitor(), { email: world.email, password: typed }, { ...NO_COOKIES, signUp: world.browsers[who] }).then(
    ({ status }) => status,
    (error: unknown) => (error as DomainError).code,
  );

test(`never lets a password of an attacker open the address of a victim, in any order of ${LENGTH} actions (S86)`, async () => {
  const broken: string[] = [];
  for (const names of tried) {
    const world = await run(names);
    for (const typed of world.typed.attacker)
      for (const who of ['victim', 'attacker'] as const)
        if ((await outcome(world, who, typed)) === 'ok') broken.push(`${names.join(', ')}: opened by the attacker`);
    if (world.effective !== null && (await outcome(world, 'victim', world.effective)) !== 'ok')
      broken.push(`${names.join(', ')}: the victim's password does not work`);
    const { email } = await db().user.findUniqueOrThrow({ where: { id: world.own.id } });
    if (email !== world.attackersEmail) broken.push(`${names.join(', ')}: the attacker has the address`);
  }
  expect(broken).toEqual([]);
}, 1_800_000);
