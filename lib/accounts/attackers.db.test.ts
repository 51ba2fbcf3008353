/** What members of other accounts, and members with too small a role, try over HTTP: nothing of it may succeed. */
import { expect, test } from 'vitest';
import * as accounts from '#app/account/api/accounts/route.ts';
import * as agreements from '#app/account/api/agreements/route.ts';
import * as buyer from '#app/account/api/billing/buyer/route.ts';
import * as cancel from '#app/account/api/billing/cancel/route.ts';
import * as billing from '#app/account/api/billing/route.ts';
import * as accept from '#app/account/api/invitations/accept/route.ts';
import * as invitation from '#app/account/api/invitations/[id]/route.ts';
import * as invitations from '#app/account/api/invitations/route.ts';
import * as rotate from '#app/account/api/key/rotate/route.ts';
import * as key from '#app/account/api/key/route.ts';
import * as member from '#app/account/api/members/[id]/route.ts';
import * as members from '#app/account/api/members/route.ts';
import * as server from '#app/account/api/servers/[id]/route.ts';
import * as servers from '#app/account/api/servers/route.ts';
import * as alerts from '#app/account/api/usage-alerts/route.ts';
import * as token from '#app/account/api/usage-tokens/[id]/route.ts';
import * as tokens from '#app/account/api/usage-tokens/route.ts';
import * as status from '#app/userstatus/route.ts';
import { sessionCookie, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { HOUR } from '#lib/base/time.ts';
import '#lib/testing/database.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Attempt = [what: string, handler: Handler, path: string, body?: object];

/** A person with a session that is a fresh login, and what sends requests with it. */
async function person() {
  const user = await createUserRow(db());
  const { id: sessionId, token: secret } = await startSignInSession(anonymousContext(db()), user.id);
  const cookie = sessionCookie(secret).split(';')[0] ?? '';
  const choose = (accountId: string) => db().signInSession.update({ where: { id: sessionId }, data: { accountId } });
  const send = (handler: Handler, path: string, body?: object) => {
    const [method = '', address = ''] = path.split(' ');
    const url = new URL(address, env().APP_URL);
    const headers = { cookie, origin: url.origin, 'content-type': 'application/json' };
    const request = new Request(url, {
      method,
      headers,
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    return handler(request, { params: Promise.resolve({ id: address.split('/').at(-1) ?? '' }) });
  };
  return { ...user, email: user.email ?? '', choose, send };
}

/** A company with a key, a token, a plan, a technical member and an invitation. */
async function company() {
  const [owner, technical] = [await person(), await person()];
  const id = owner.id;
  await db().membership.create({ data: { accountId: id, userId: technical.id, role: 'technical' } });
  const fuzzyKey = await createKeyRow(db(), { accountId: id });
  await createSubscriptionRow(db(), { accountId: id });
  const usage = { accountId: id, name: 'Grafana', prefix: 'x', tokenHash: Buffer.from(randomToken()) };
  const { id: tokenId } = await db().usageToken.create({ data: usage });
  const link = randomToken();
  const invited = { accountId: id, email: 'guest@test.example', role: 'owner', invitedBy: id, tokenHash: sha256(link) };
  const { id: invitationId } = await db().invitation.create({
    data: { ...invited, expiresAt: new Date(Date.now() + HOUR) },
  });
  return { id, owner, technical, publicKey: fuzzyKey.publicKey, tokenId, link, invitationId };
}
type Company = Awaited<ReturnType<typeof company>>;

const join = (accountId: string, userId: string, role: string) =>
  db().membership.create({ data: { accountId, userId, role } });

/** Everything that an attack on a company could change. */
const stateOf = async ({ id }: Company) =>
  JSON.stringify([
    await db().membership.findMany({ where: { accountId: id }, orderBy: { userId: 'asc' } }),
    await db().invitation.findMany({ where: { accountId: id } }),
    await db().fuzzyKey.findMany({ where: { accountId: id }, select: { publicKey: true, deletedAt: true } }),
    await db().usageToken.findMany({ where: { accountId: id }, select: { id: true } }),
    await db().buyer.findMany({ where: { accountId: id } }),
    await db().account.findUnique({ where: { id } }),
  ]);

const mail = { email: 'accomplice@test.example', role: 'owner' };
const invoices = { po_number: 'PO 666', invoice_email: 'thief@test.example' };

/** What a person tries who may only see the account, or is no longer in it: each names things of the company. */
const TAKING = ({ owner, technical, tokenId, invitationId }: Company, me: { id: string }): Attempt[] => [
  [
    'makes themselves a member with more rights',
    member.PATCH,
    `PATCH /account/api/members/${me.id}`,
    { role: 'technical' },
  ],
  ['makes themselves an owner', member.PATCH, `PATCH /account/api/members/${me.id}`, { role: 'owner' }],
  ['demotes the owner', member.PATCH, `PATCH /account/api/members/${owner.id}`, { role: 'viewer' }],
  ['removes the owner', member.DELETE, `DELETE /account/api/members/${owner.id}`],
  ['removes a member', member.DELETE, `DELETE /account/api/members/${technical.id}`],
  ['invites an accomplice', invitations.POST, 'POST /account/api/invitations', mail],
  ['invites themselves', invitations.POST, 'POST /account/api/invitations', { ...mail, email: 'me@test.example' }],
  ['withdraws an invitation', invitation.DELETE, `DELETE /account/api/invitations/${invitationId}`],
  ['revokes a token', token.DELETE, `DELETE /account/api/usage-tokens/${tokenId}`],
];
const OPERATING: Attempt[] = [
  ['reads the key', key.GET, 'GET /account/api/key'],
  ['rotates the key', rotate.POST, 'POST /account/api/key/rotate', { grace: 'now' }],
  ['makes a token', tokens.POST, 'POST /account/api/usage-tokens', { name: 'mine' }],
  ['lists the tokens', tokens.GET, 'GET /account/api/usage-tokens'],
  ['shows addresses', servers.PUT, 'PUT /account/api/servers', { shows_addresses: true }],
  ['names a server', server.PATCH, 'PATCH /account/api/servers/abc', { name: 'mine' }],
  ['mutes alerts', alerts.PUT, 'PUT /account/api/usage-alerts', { silent: false }],
];
const PAYING: Attempt[] = [
  ['reads the bill', billing.GET, 'GET /account/api/billing'],
  ['reads the invoice address', buyer.GET, 'GET /account/api/billing/buyer'],
  ['redirects the invoices', buyer.PUT, 'PUT /account/api/billing/buyer', invoices],
  ['cancels the plan', cancel.POST, 'POST /account/api/billing/cancel', { reason: 'unused', comment: '' }],
  ['reads the agreements', agreements.GET, 'GET /account/api/agreements'],
];

test('of more than 50 attempts across accounts, by roles that do not allow it, and by former members, none succeeds', async () => {
  let attempts = 0;
  const succeeded: string[] = [];
  /** Tries everything as a member in this role, who is removed before if `isRemoved`. */
  const attack = async (role: string, tries: (target: Company, me: { id: string }) => Attempt[], isRemoved = false) => {
    const [target, attacker] = [await company(), await person()];
    await join(target.id, attacker.id, role);
    await attacker.choose(target.id);
    const where = { accountId_userId: { accountId: target.id, userId: attacker.id } };
    if (isRemoved) await db().membership.delete({ where });
    const before = await stateOf(target);
    for (const [what, handler, path, body] of tries(target, attacker)) {
      attempts++;
      const answer = await attacker.send(handler, path, body);
      const text = await answer.text();
      const isRead = text.includes(target.publicKey) || text.includes(target.owner.email) || text.includes('Grafana');
      if (isRemoved ? isRead : answer.status < 400) succeeded.push(`${role} ${what}: ${answer.status}`);
      if ((await stateOf(target)) !== before) succeeded.push(`${role} ${what}: changed something`);
    }
  };
  await attack('viewer', (...of) => [...TAKING(...of), ...OPERATING, ...PAYING]);
  await attack('billing', (...of) => [...TAKING(...of), ...OPERATING]);
  await attack('technical', (...of) => [...TAKING(...of).slice(0, -1), ...PAYING]);
  const all = (...of: Parameters<typeof TAKING>): Attempt[] => [
    ...TAKING(...of),
    ...OPERATING,
    ...PAYING,
    ['reads the members', members.GET, 'GET /account/api/members'],
    ['reads the status', status.GET, 'GET /userstatus'],
    ['chooses the account again', accounts.PUT, 'PUT /account/api/accounts', { account_id: of[0].id }],
    [
      'takes the invitation of another address',
      accept.POST,
      'POST /account/api/invitations/accept',
      { token: of[0].link },
    ],
  ];
  await attack('technical', all, true);
  await attack('owner', all, true);
  expect(succeeded).toEqual([]);
  expect(attempts).toBeGreaterThan(50);
});

test('a viewer and a billing member read no key anywhere, and an owner does', async () => {
  const target = await company();
  const said = async (role: string) => {
    const reader = await person();
    await join(target.id, reader.id, role);
    await reader.choose(target.id);
    return (await reader.send(status.GET, 'GET /userstatus')).text();
  };
  for (const role of ['viewer', 'billing']) expect(await said(role)).not.toContain(target.publicKey);
  for (const role of ['technical', 'owner']) expect(await said(role)).toContain(target.publicKey);
});
