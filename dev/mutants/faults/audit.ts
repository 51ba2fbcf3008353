import type { Fault } from '../fault.ts';

export const audit: Fault[] = [
  {
    name: 'a login leaves no audit row',
    file: 'lib/auth/login/service.ts',
    find: "await recordAudit(tx, 'session.started', id, { session: session.id, amr, ...auditedBrowser(tx) });",
    replace: '',
    tests: ['lib/auth/login/service.test.ts'],
  },
  {
    name: 'a block leaves no audit row',
    file: 'lib/people/block-users.ts',
    find: "await recordAudit(tx, blocked ? 'user.blocked' : 'user.unblocked', id);",
    replace: '',
    tests: ['lib/people/block-users.test.ts'],
  },
  {
    name: "an admin's action is recorded as a subscriber's",
    file: 'lib/audit/audit.ts',
    find: 'return { actorKind: actor.role, actorId: actor.userId };',
    replace: "return { actorKind: 'subscriber', actorId: actor.userId };",
    tests: ['lib/audit/audit.test.ts'],
  },
  {
    name: 'an audit row is stored although its change is not',
    file: 'lib/audit/audit.ts',
    find: 'await ctx.db.auditEvent.create({',
    replace: "await (await import('#lib/db.ts')).db().auditEvent.create({",
    tests: ['lib/audit/audit.test.ts'],
  },
  {
    name: 'the audit log repeats the notes about a user',
    file: 'lib/people/update-user.ts',
    find: "changed.filter((name) => name !== 'notes')",
    replace: 'changed.filter((name) => name.length > 0)',
    tests: ['lib/people/update-user.test.ts'],
  },
  {
    name: 'the audit log keeps an address from the name of an application',
    file: 'lib/oauth/clients/manage-clients.ts',
    find: 'name: withoutAddresses(name),',
    replace: 'name,',
    tests: ['lib/oauth/clients/manage-clients.test.ts', 'lib/people/no-old-addresses.test.ts'],
  },
  {
    name: 'one user can fill the audit log with refusals',
    file: 'lib/routes/record-refusal.ts',
    find: "if (!(await tryToCount('refusal_account', ctx.actor.userId))) return;",
    replace: '',
    tests: ['lib/routes/record-refusal.test.ts'],
  },
  {
    name: 'the app can change and delete audit rows',
    file: 'bin/migrate/grants.ts',
    find: 'REVOKE UPDATE, DELETE ON audit_events, revenue_movements FROM app;',
    replace: 'REVOKE UPDATE, DELETE ON revenue_movements FROM app;',
    tests: ['bin/migrate/grants.test.ts'],
  },
  {
    name: 'the end of a connected application leaves no audit row',
    file: 'lib/oauth/clients/connected-apps.ts',
    find: "await recordAudit(tx, 'consent.revoked', userId, { client: clientId });",
    replace: '',
    tests: ['lib/oauth/clients/tokens.test.ts'],
  },
  {
    name: 'a refused login leaves no audit row',
    file: 'lib/auth/session/login-refusal.ts',
    find: "await recordAudit(ctx, 'session.refused', userId, { reason, ...details, ...auditedBrowser(ctx) });",
    replace: '',
    tests: ['lib/auth/login/service.test.ts'],
  },
];
