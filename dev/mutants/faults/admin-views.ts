import type { Fault } from '../fault.ts';

const SERVICE = 'lib/customer-view/service.ts';
const VIEW = ['lib/customer-view/customer-view.test.ts'];
const INVITE = ['lib/people/invite/invite.test.ts'];

const SAVED = 'lib/admin/saved-views/saved-views.ts';
const SAVED_TESTS = ['lib/admin/saved-views/saved-views.test.ts'];

export const adminViews: Fault[] = [
  {
    name: 'the list of silent hosts lists all hosts',
    file: 'lib/storage/queries.ts',
    find: 'where: attention ? silentAt(now) : { removedAt: null }',
    replace: 'where: { removedAt: null }',
    tests: ['lib/admin/overview.test.ts'],
  },
  {
    name: 'a failed refresh of a list says nothing',
    file: 'components/ui/states/stale.tsx',
    find: 'if (!error || data === undefined) return null;',
    replace: 'if (!error || data !== undefined) return null;',
    tests: ['app/admin/_components/lists/stale-lists.test.tsx'],
  },
  {
    name: "an admin deletes another admin's saved view",
    file: SAVED,
    find: 'tx.db.savedView.deleteMany({ where: { id, userId } })',
    replace: 'tx.db.savedView.deleteMany({ where: { id } })',
    tests: SAVED_TESTS,
  },
  {
    name: 'simultaneous requests save more views than one admin may have',
    file: SAVED,
    find: '      await lockInTransaction(tx.db, `saved_views ${userId}`);\n',
    replace: '',
    tests: SAVED_TESTS,
  },
  {
    name: 'a saved view keeps an email address, which a deletion does not find',
    file: 'lib/admin/saved-views/schema.ts',
    find: 'if (!namesNobody(value)) refuse(',
    replace: 'if (false) refuse(',
    tests: SAVED_TESTS,
  },
  {
    name: 'a customer view does not expire',
    file: SERVICE,
    find: '  endedAt: null,\n  expiresAt: { gt: now },',
    replace: '  endedAt: null,\n  expiresAt: { gt: new Date(now.getTime() - 60 * MINUTE) },',
    tests: VIEW,
  },
  {
    name: 'a customer view is open to every session of the admin',
    file: SERVICE,
    find: '  sessionId: actor.sessionId,\n',
    replace: '',
    tests: VIEW,
  },
  {
    name: 'a customer view is open to another admin who has the id of the session',
    file: SERVICE,
    find: '  adminId: actor.userId,\n',
    replace: '',
    tests: VIEW,
  },
  {
    name: 'a customer view starts without a fresh login',
    file: SERVICE,
    find: '    await holdFreshLogin(tx);\n',
    replace: '',
    tests: VIEW,
  },
  {
    name: 'a viewed page is not recorded',
    file: SERVICE,
    find: "    if (view) await recordAudit(tx, 'user.viewed', userId, { view: view.id, page });\n",
    replace: '',
    tests: VIEW,
  },
  {
    name: 'the owner is not told of a customer view',
    file: SERVICE,
    find: '    if (user.email)\n',
    replace: '    if (!user.email)\n',
    tests: VIEW,
  },
  {
    name: 'a customer view can write',
    file: 'lib/customer-view/queries.ts',
    find: '    await tx.db.$executeRaw`SET TRANSACTION READ ONLY`;\n',
    replace: '',
    tests: VIEW,
  },
  {
    name: 'an invitation survives a block',
    file: 'lib/people/block-users.ts',
    find: "  if (blocked) await tx.db.oneTimeToken.deleteMany({ where: { userId: { in: ids }, purpose: 'invitation' } });\n",
    replace: '',
    tests: INVITE,
  },
  {
    name: 'an invitation survives a reset of the password',
    file: 'lib/auth/settings/password-reset.ts',
    find: '    await tx.db.oneTimeToken.deleteMany({ where: { userId: user.id, purpose: { in: [...PURPOSES] } } });\n',
    replace: '',
    tests: INVITE,
  },
  {
    name: 'an invitation survives a reset mailed by an admin',
    file: 'lib/people/reset-password-by-admin.ts',
    find: "  await tx.db.oneTimeToken.deleteMany({ where: { userId: id, purpose: 'invitation' } });\n",
    replace: '',
    tests: INVITE,
  },
  {
    name: 'a user with a password can be invited again',
    file: 'lib/people/invite/invite.ts',
    find: "  if (user.passwordHash !== null) throw new DomainError('conflict', 'This user already has a password.');\n",
    replace: '',
    tests: INVITE,
  },
  {
    name: 'invitations to an address are not limited',
    file: 'lib/people/invite/invite.ts',
    find: "  await consumeLimit('invitation_account', email);\n",
    replace: '',
    tests: INVITE,
  },
  {
    name: 'the timeline shows what happened to the keys of others',
    file: 'lib/admin/timeline/timeline.ts',
    find: 'where: { userId }, select: { id: true }, orderBy',
    replace: 'where: {}, select: { id: true }, orderBy',
    tests: ['lib/admin/timeline/timeline.test.ts'],
  },
  {
    name: 'an old login may change the address of a user',
    file: 'lib/people/update-user.ts',
    find: 'const isOther = email !== before.email || ',
    replace: 'const isOther = ',
    tests: ['lib/admin/sensitive-actions.test.ts'],
  },
  {
    name: 'an old login may give a client another redirect URI',
    file: 'lib/oauth/clients/manage-clients.ts',
    find: 'if (gains(before, after)) await assertFreshLogin(tx);',
    replace: '',
    tests: ['lib/admin/sensitive-actions.test.ts'],
  },
  {
    name: 'another site ends the open checkout',
    file: 'lib/billing/purchase/checkout.ts',
    find: 'if (isFromElsewhere && open.some(purchaseOf))',
    replace: 'if (isFromElsewhere && !open.some(purchaseOf))',
    tests: ['lib/billing/purchase/checkout.test.ts'],
  },
  {
    name: 'a login on the way from another site ends the open checkout',
    file: 'app/buy/route.ts',
    find: 'isForeign ? paths.chooseCheckout : paths.buy',
    replace: 'paths.buy',
    tests: ['app/buy/route.test.ts'],
  },
];
