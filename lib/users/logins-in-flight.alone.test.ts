import { AsyncLocalStorage } from 'node:async_hooks';
import type Argon2 from 'argon2';
import { generate } from 'otplib';
import { beforeAll, expect, test, vi } from 'vitest';
import { changePassword } from '#lib/auth/settings/change-password.ts';
import { createChallenge } from '#lib/auth/session/challenge.ts';
import { logInWithPasskey, startPasskeyLogin } from '#lib/auth/login/passkey-login.ts';
import { createPasskey, deletePasskey, startPasskeyRegistration } from '#lib/auth/settings/passkeys.ts';
import { resetPassword } from '#lib/auth/settings/password-reset.ts';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { logIn, logInWithSecondFactor, type LogInOutcome } from '#lib/auth/login/service.ts';
import { createTotpSecret } from '#lib/auth/factors/totp.ts';
import { disableTwoFactor, enableTwoFactor } from '#lib/auth/settings/two-factor.ts';
import { userHandleOf } from '#lib/auth/factors/webauthn.ts';
import type { Context } from '#lib/base/context.ts';
import { randomToken, seal, sha256 } from '#lib/base/crypto.ts';
import { db, type Db, type Prisma } from '#lib/base/db/db.ts';
import { createAuthenticator } from '#lib/testing/authenticator.ts';
import { adminContext, anonymousContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { unique } from '#lib/testing/factories.ts';
import { NO_COOKIES } from '#lib/testing/demo/lived-in-account.ts';
import { randomFrom } from '#lib/testing/random.ts';
import { isSoak } from '#lib/testing/soak.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { HOUR } from '#lib/base/time.ts';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';
import { blockUsers } from './block-users.ts';
import { removeTwoFactor } from '#lib/admin/break-glass.ts';
import { confirmEmailChange, undoEmailChange } from './email/change-email.ts';
import { deleteUser } from './deletion/delete-user.ts';
import { updateUser } from './update-user.ts';

const OLD = 'Correct-Horse-7';
const NEW = 'Battery-Staple-8';
const LOGIN = 'the login in flight';

/** Called by a login in flight before each of its statements and after its password check. */
const flights = vi.hoisted(() => ({ step: (): Promise<void> => Promise.resolve() }));
const flight = new AsyncLocalStorage<() => Promise<void>>();
flights.step = async () => flight.getStore()?.();

vi.mock('argon2', async (load) => {
  const { default: argon2 } = await load<{ default: typeof Argon2 }>();
  const cheap = { type: argon2.argon2id, memoryCost: 64, timeCost: 1, parallelism: 1 } as const;
  const verify = async (hash: string, password: string) => {
    const isRight = await argon2.verify(hash, password);
    await flights.step();
    return isRight;
  };
  return {
    default: { ...argon2, verify, hash: (password: string) => argon2.hash(password, cheap), needsRehash: () => false },
  };
});

const authenticator = createAuthenticator();
let passwordHash = '';
let credential: Omit<Prisma.PasskeyUncheckedCreateInput, 'userId'>;
beforeAll(async () => {
  passwordHash = await hashPassword(OLD);
  const { ctx } = await createSignedInUser(db());
  const { options, challenge } = await startPasskeyRegistration(ctx);
  const { id } = await createPasskey(ctx, { name: '', response: authenticator.create(options) }, challenge);
  const { id: _id, userId: _owner, ...made } = await db().passkey.delete({ where: { id } });
  credential = made;
});

/** A logged-in user, with or without two-factor. */
async function createPerson(hasTotp: boolean) {
  const secret = createTotpSecret();
  const person = await createSignedInUser(db(), {
    passwordHash,
    totpSecretSealed: seal(secret, TOTP_PURPOSE),
    totpEnabledAt: hasTotp ? new Date() : null,
  });
  const code = () => generate({ secret });
  return { ...person, hasTotp, code };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

type LogIn = (ctx: Context) => Promise<LogInOutcome>;
type Way = { hasTotp: boolean; prepare: (person: Person) => Promise<LogIn> };
const BY_PASSKEY: Way = {
  hasTotp: false,
  prepare: async ({ id: userId }) => {
    await db().passkey.deleteMany({ where: { credentialId: credential.credentialId } });
    await db().passkey.create({ data: { ...credential, userId } });
    const { options, challenge } = await startPasskeyLogin(anonymousContext(db()));
    const response = authenticator.get(options, { userHandle: userHandleOf(userId) });
    return (ctx) => logInWithPasskey(ctx, { response }, challenge, NO_COOKIES);
  },
};

/** The ways to log in. `prepare` does everything that precedes the step in flight. */
const WAYS: Record<string, Way> = {
  'a password': {
    hasTotp: false,
    prepare:
      async ({ email }) =>
      (ctx) =>
        logIn(ctx, { email, password: OLD }, NO_COOKIES),
  },
  'a password with a pending code': {
    hasTotp: true,
    prepare:
      async ({ email }) =>
      (ctx) =>
        logIn(ctx, { email, password: OLD }, NO_COOKIES),
  },
  'an authenticator code': {
    hasTotp: true,
    prepare: async ({ id, code }) => {
      const challenge = await createChallenge(anonymousContext(db()), 'totp_login', { userId: id });
      const typed = await code();
      return (ctx) => logInWithSecondFactor(ctx, typed, challenge, NO_COOKIES);
    },
  },
  'a passkey': BY_PASSKEY,
};

const edit = (fields: object) => UpdateUserInput.parse(fields);
const block = (id: string, blocked: boolean) => blockUsers(adminContext(db()), { ids: [id], blocked, dry_run: false });
/** Creates a pending change of address, or a confirmed change that can be undone. Returns the token of its link. */
async function addressChange({ id, email }: Person, isConfirmed: boolean): Promise<string> {
  const [now, token] = [new Date(), randomToken()];
  const hash = sha256(token);
  await db().emailChange.create({
    data: {
      userId: id,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + HOUR),
      ...(isConfirmed
        ? { oldEmail: `${unique('old')}@test.example`, newEmail: email, confirmedAt: now, undoTokenHash: hash }
        : { oldEmail: email, newEmail: `${unique('new')}@test.example` }),
      confirmTokenHash: isConfirmed ? sha256(randomToken()) : hash,
    },
  });
  return token;
}

type Change = (person: Person) => Promise<unknown>;
/** Changes that also end sessions: whenever they happen during a login, the login leaves no session. */
const ENDS: Record<string, Change> = {
  'a reset': async ({ id, email }) => {
    const token = await createOneTimeToken(db(), 'reset_password', { id, email }, new Date());
    await resetPassword(visitor('owner'), { email, token, password: NEW });
  },
  'a change of password': ({ ctx }) => changePassword(ctx, { current_password: OLD, new_password: NEW }),
  'a password that an admin sets': ({ id }) =>
    updateUser(adminContext(db()), edit({ user_id: id, reset_password: true, new_password: NEW })),
  'a reset by an admin': ({ id }) => updateUser(adminContext(db()), edit({ user_id: id, reset_password: true })),
  'a block': ({ id }) => block(id, true),
  'a block followed by an unblock': async ({ id }) => {
    await block(id, true);
    await block(id, false);
  },
  'the undo of a change of address': async (person) =>
    undoEmailChange(visitor('owner'), { token: await addressChange(person, true) }),
  'the removal of all factors by a command': ({ email }) => removeTwoFactor(systemContext(db()), email),
  'a deletion': ({ id, email }) => deleteUser(adminContext(db()), id, { email }),
};
/** Changes that keep existing sessions. */
const KEEPS: Record<string, Change> = {
  'a new address': async (person) =>
    confirmEmailChange(subscriberContext(db(), person), { token: await addressChange(person, false) }),
  'a new address by an admin': ({ id }) =>
    updateUser(adminContext(db()), edit({ user_id: id, email: `${unique('new')}@test.example` })),
  'turning two-factor on or off': async ({ ctx, hasTotp, code }) =>
    hasTotp ? disableTwoFactor(ctx) : enableTwoFactor(ctx, { code: await code() }),
};
/** A change that affects only logins by this passkey. */
const PASSKEY_REMOVED: Change = async ({ id, ctx }) => {
  const { id: passkey } = await db().passkey.findFirstOrThrow({ where: { userId: id } });
  await deletePasskey(ctx, passkey);
};

let visitors = 0;
const visitor = (userAgent: string, store: Db = db()) =>
  anonymousContext(store, { userAgent, ip: `198.18.${++visitors >> 8}.${visitors & 255}` });

/** A database client that calls `step` before each statement. */
const stepping = (step: () => Promise<void>) =>
  db().$extends({
    query: {
      async $allOperations({ args, query }) {
        await step();
        return query(args) as Promise<unknown>;
      },
    },
  }) as unknown as Db;

const launch = (logsIn: LogIn, step: () => Promise<void>): Promise<LogInOutcome | Error> =>
  flight.run(step, () => logsIn(visitor(LOGIN, stepping(step))).catch((error: unknown) => error as Error));

/** Number of sessions that a login has created, after giving the code if the login waits for one. */
async function sessionsFrom(outcome: LogInOutcome | Error, { id, code }: Person): Promise<number> {
  if ('status' in outcome && outcome.status === 'totp_required')
    await logInWithSecondFactor(visitor(LOGIN), await code(), outcome.challenge, NO_COOKIES).catch(() => undefined);
  return db().signInSession.count({ where: { userId: id, userAgent: LOGIN } });
}

/** Returns true once the change is done, or false once it waits for a lock, so that the login has to continue first. */
async function isOverOrWaiting(change: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const over = change.finally(() => (isOver = true)).catch(() => undefined);
  for (;;) {
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 3))]);
    if (isOver) return true;
    const waiting = await db().$queryRaw<object[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (waiting.length) return false;
  }
}

/** Runs the change at step `number` of the login; null if the login has fewer steps. */
async function interleave({ hasTotp, prepare }: Way, change: Change, number: number) {
  const person = await createPerson(hasTotp);
  const logsIn = await prepare(person);
  let [steps, wasFirst] = [0, false];
  const changes: Promise<unknown>[] = [];
  const outcome = await launch(logsIn, async () => {
    if (steps++ !== number) return;
    const changing = change(person);
    changes.push(changing);
    wasFirst = await isOverOrWaiting(changing);
  });
  await Promise.all(changes);
  return changes.length ? { wasFirst, sessions: await sessionsFrom(outcome, person) } : null;
}

/**
 * Starts at the second step, because a login that has read nothing yet comes after the change anyway. Stops once the
 * login has held the lock that the change waits for at `LOCKED` steps, because all later steps behave the same.
 */
const LOCKED = isSoak ? 3 : 1;

async function everyStep(way: Way, change: Change) {
  const runs = [];
  for (let number = 1; ; number++) {
    const run = await interleave(way, change, number);
    if (run) runs.push(run);
    if (!run || runs.filter(({ wasFirst }) => !wasFirst).length === LOCKED) return runs;
  }
}

const pairs = <T>(changes: Record<string, T>) =>
  Object.entries(WAYS).flatMap(([way, its]) =>
    Object.entries(changes).map(([name, change]) => [name, way, its, change] as const),
  );

test.each(Object.entries(WAYS))('starts a session for a login by %s when nothing changes', async (_name, way) => {
  expect(await interleave(way, () => Promise.resolve(), 1)).toEqual({ wasFirst: true, sessions: 1 });
});

test.each(pairs(ENDS))(
  '%s leaves no session of a login by %s, at any step (R28)',
  async (_change, _way, way, change) => {
    const runs = await everyStep(way, change);
    expect(runs.length).toBeGreaterThan(2);
    expect(runs.map(({ sessions }) => sessions)).toEqual(runs.map(() => 0));
  },
);

test.each([...pairs(KEEPS), ['the removal of the passkey', 'it', BY_PASSKEY, PASSKEY_REMOVED] as const])(
  '%s voids a login by %s that is in flight (R28)',
  async (_change, _way, way, change) => {
    const runs = (await everyStep(way, change)).filter(({ wasFirst }) => wasFirst);
    expect(runs.length).toBeGreaterThan(1);
    expect(runs.map(({ sessions }) => sessions)).toEqual(runs.map(() => 0));
  },
);

const SEEDS = isSoak ? 5 : 2;
test.each(Object.entries(ENDS))(
  '%s leaves no session of three simultaneous logins, whatever their timing (R28)',
  async (_name, change) => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = randomFrom(seed);
      const person = await createPerson(false);
      const pace = async () => new Promise<void>((resolve) => setTimeout(resolve, random.int(0, 3)));
      const ways = ['a password', 'a password', 'a passkey'].flatMap((name) => WAYS[name] ?? []);
      const prepared = await Promise.all(ways.map(({ prepare }) => prepare(person)));
      let begun = 0;
      await new Promise<void>((resolve, reject) => {
        const logins = prepared.map((logsIn) => {
          let steps = 0;
          return launch(logsIn, async () => {
            if (++steps === 2 && ++begun === prepared.length)
              change(person)
                .then(() => Promise.all(logins))
                .then(() => resolve(), reject);
            await pace();
          });
        });
      });
      expect(await db().signInSession.count({ where: { userId: person.id, userAgent: LOGIN } })).toBe(0);
    }
  },
);
