import { expect, test } from 'vitest';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { actorOf } from './caller.ts';
import type { SignIn } from './sign-in-session.ts';

useTestEnvironment();
process.env.ADMIN_NEEDS_TWO_FACTOR = '1';

const signIn = (amr: string[], isAdmin: boolean): SignIn => {
  const at = new Date();
  const user = { id: 'user', email: 'admin@premium.test', isAdmin };
  const account = { id: 'account', role: 'owner', hasOthers: false, needsTwoFactors: false } as const;
  return { id: 'session', authTime: at, expiresAt: at, createdAt: at, lastSeenAt: at, amr, user, account };
};

test.each([
  [['pwd'], true, { role: 'subscriber', lacksSecondFactor: true }],
  [['pwd', 'otp'], true, { role: 'admin' }],
  [['hwk'], true, { role: 'admin' }],
  [['otp'], true, { role: 'subscriber', lacksSecondFactor: true }],
  [['pwd'], false, { role: 'subscriber' }],
])('a login with %j of a user who is admin: %s has no more than %j', (amr, isAdmin, expected) => {
  const ids = { kind: 'user', userId: 'user', accountId: 'account', accountRole: 'owner', sessionId: 'session' };
  expect(actorOf(signIn(amr, isAdmin))).toEqual({ ...ids, ...expected });
});
