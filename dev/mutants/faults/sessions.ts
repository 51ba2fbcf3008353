import type { Fault } from '../fault.ts';

export const sessions: Fault[] = [
  {
    name: 'a session survives a password reset',
    file: 'lib/auth/settings/password-reset.ts',
    find: 'await endEverySession(tx, user.id);',
    replace: '',
    tests: ['lib/auth/settings/password-reset.test.ts'],
  },
  {
    name: "a blocked user's session goes on",
    file: 'lib/auth/session/sign-in-session.ts',
    find: ' AND u.blocked_at IS NULL\n',
    replace: '\n',
    tests: ['lib/auth/session/sign-in-session.test.ts'],
  },
  {
    name: 'a session without use never ends',
    file: 'lib/auth/session/sign-in-session.ts',
    find: 'AND s.expires_at > ${now} AND',
    replace: 'AND',
    tests: ['lib/auth/session/sign-in-session.test.ts'],
  },
  {
    name: 'a session in use lives longer than 30 days',
    file: 'lib/auth/session/sign-in-session.ts',
    find: 'new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + ABSOLUTE_MS))',
    replace: 'new Date(now.getTime() + IDLE_MS)',
    tests: ['lib/auth/session/sign-in-session.test.ts'],
  },
  {
    name: "a user can end another user's session",
    file: 'lib/auth/session/sessions.ts',
    find: 'deleteMany({ where: { id, userId } })',
    replace: 'deleteMany({ where: { id } })',
    tests: ['lib/auth/session/sessions.test.ts'],
  },
  {
    name: "the provider's session outlives ours",
    file: 'lib/auth/session/sessions.ts',
    find: 'await endProviderSessions(tx.db, [id]);',
    replace: '',
    tests: ['lib/auth/session/sessions.test.ts'],
  },
  {
    name: "the browser's previous session survives a login",
    file: 'lib/auth/login/service.ts',
    find: 'if (cookies.session) await endSignInSession(tx.db, cookies.session);',
    replace: '',
    tests: ['lib/auth/login/service.test.ts'],
  },
  {
    name: 'a login in flight survives what ends all sessions',
    file: 'lib/auth/session/in-flight.ts',
    find: 'return row?.login_epoch === loginEpoch;',
    replace: 'return row !== undefined;',
    tests: ['lib/people/logins-in-flight.test.ts'],
  },
  {
    name: 'a change of password makes an old login fresh',
    file: 'lib/auth/settings/change-password.ts',
    find: 'current.amr as Amr[], current)',
    replace: 'current.amr as Amr[])',
    tests: ['lib/auth/settings/change-password.test.ts'],
  },
  {
    name: 'scripts can read the session cookie',
    file: 'lib/auth/session/cookies.ts',
    find: 'httpOnly: true',
    replace: 'httpOnly: false',
    tests: ['lib/auth/session/secure-cookie.test.ts', 'lib/auth/session/sign-in-session.test.ts'],
  },
];
