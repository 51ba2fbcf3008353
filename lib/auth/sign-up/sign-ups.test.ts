import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
/** Insert a user whom an admin or the operator vouches for, so nothing was typed before. */
const INSERTS = ['lib/users/create-user.ts', 'prisma/seed.ts'];

test('finds voidSignUps wherever an address becomes verified, so that no earlier password becomes effective (S86)', () => {
  const files = globSync(['{app,bin,lib,server}/**/*.{ts,tsx}', 'prisma/seed.ts', 'worker.ts'], { cwd: root })
    .filter((file) => !/\.test\.tsx?$|^lib\/testing\//.test(file))
    .filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return /emailVerifiedAt: (?!true|null|\{|Date|user\.emailVerifiedAt,)|SET[^;`]*email_verified_at\s*=/.test(text);
    });
  expect(files.toSorted()).toEqual([
    'lib/admin/break-glass.ts',
    'lib/auth/settings/password-reset.ts',
    'lib/auth/sign-up/verify-email.ts',
    'lib/users/create-user.ts',
    'lib/users/email/replace-email.ts',
    'prisma/seed.ts',
  ]);
  for (const file of files.filter((each) => !INSERTS.includes(each)))
    expect([file, readFileSync(path.join(root, file), 'utf8').includes('await voidSignUps(tx, ')]).toEqual([
      file,
      true,
    ]);
});
