/**
 * Creates the first admin and, with SEED=demo, sample data. Safe to repeat: existing rows stay as they are.
 * `node prisma/seed.ts` reads the app's environment.
 */
import '#lib/base/one-line-errors.ts';
import { openAccount } from '#lib/accounts/open-account.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { closeDb, db } from '#lib/base/db/db.ts';
import { Email } from '#lib/email-address/schema.ts';
import { env, seedEnv, type SeedEnv } from '#lib/base/settings/env.ts';
import { closeQueue } from '#lib/jobs/queue.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { assertAcceptablePassword } from '#lib/auth/passwords/password-strength.ts';

try {
  const settings = seedEnv();
  if (settings.SEED === 'demo' && env().APP_MODE === 'production')
    throw new Error('SEED: demo data is refused in production');
  await makeFirstAdmin(settings);
  if (settings.SEED === 'demo') {
    const { makeDemoData } = await import('#lib/testing/demo/demo.ts'); // not in the image
    await makeDemoData(settings.DATA_DIR, () => hashOf('DEMO_PASSWORD', settings.DEMO_PASSWORD, null));
  }
} finally {
  await closeQueue();
  await closeDb();
}

async function makeFirstAdmin({ ADMIN_EMAIL, ADMIN_PASSWORD }: SeedEnv): Promise<void> {
  if (ADMIN_EMAIL === undefined) return;
  const address = Email.safeParse(ADMIN_EMAIL);
  if (!address.success) throw new Error('ADMIN_EMAIL is not a valid email address');
  const email = address.data;
  const known = await db().user.findUnique({ where: { email }, select: { isAdmin: true } });
  if (known) {
    const isAdmin = known.isAdmin ? 'is already an admin' : 'already exists and is no admin';
    const way = known.isAdmin ? 'reset-password' : 'promote';
    console.log(`${email} ${isAdmin}: nothing changed. \`npm run admin -- ${way} ${email}\` changes that.`);
    return;
  }
  const passwordHash = await hashOf('ADMIN_PASSWORD', ADMIN_PASSWORD, email);
  const now = new Date();
  await db().$transaction(async (tx) => {
    const { count } = await tx.user.createMany({
      data: { email, passwordHash, isAdmin: true, emailVerifiedAt: now, createdAt: now },
      skipDuplicates: true,
    });
    if (count === 0) return; // a concurrent seed has created the admin
    const { id } = await tx.user.findUniqueOrThrow({ where: { email }, select: { id: true } });
    await openAccount(tx, { id, createdAt: now });
    const ctx = processContext({ kind: 'system', job: 'seed' });
    await recordAudit({ ...ctx, db: tx }, 'user.created', id, { is_admin: true });
  });
  console.log(`Admin ${email} created`);
}

async function hashOf(name: string, password: string | undefined, email: string | null): Promise<string> {
  if (password === undefined) throw new Error(`${name} is missing`);
  try {
    await assertAcceptablePassword(password, email);
  } catch (error) {
    throw new Error(`${name} is too weak. ${error instanceof Error ? error.message : ''}`);
  }
  return hashPassword(password);
}
