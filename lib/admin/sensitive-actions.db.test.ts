import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiPathOf } from '#bin/openapi/url-of.ts';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { METHODS } from '#lib/openapi/described-call.ts';
import type { CallSpec } from '#lib/routes/route.ts';
import type { Actions, Me, Sent } from '#lib/testing/actions/actions.ts';
import { ADMIN_ACTIONS } from '#lib/testing/actions/admin-actions.ts';
import { gainsBetween, takeSnapshot } from '#lib/testing/actions/gains.ts';
import { OWN_ENDPOINTS } from '#lib/testing/actions/own-actions.ts';
import '#lib/testing/database.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { MINUTE } from '#lib/base/time.ts';

type Handler = ((request: Request, context: { params: Promise<object> }) => Promise<Response>) & { spec: CallSpec };
type Endpoint = { name: string; handler: Handler };

const WRITES = METHODS.filter((method) => method !== 'GET');
const files = globSync('app/**/route.ts', { exclude: ['app/api/openapi.json/route.ts'] }).toSorted();
const endpoints = (await Promise.all(files.map(writesIn))).flat();

/** The handlers of a file that change something for a logged-in user or an admin. */
async function writesIn(file: string): Promise<Endpoint[]> {
  const handlers = (await import(`../../${file}`)) as Record<string, Handler | undefined>;
  return WRITES.flatMap((method) => {
    const handler = handlers[method];
    const isPersonal = handler !== undefined && 'spec' in handler && ['user', 'admin'].includes(handler.spec.access);
    return isPersonal ? [{ name: `${method} ${openApiPathOf(file)}`, handler }] : [];
  });
}

const OWN_ACTIONS = Object.entries(OWN_ENDPOINTS).flatMap(([name, { actions }]) =>
  name.startsWith('GET ') ? [] : [[name, actions] as const],
);
const ACTIONS: Actions = { ...ADMIN_ACTIONS, ...Object.fromEntries(OWN_ACTIONS) };
const EVERY = Object.entries(ACTIONS).flatMap(([name, actions]) =>
  Object.entries(actions).map(([what, action]) => ({ name, what, action })),
);

/** One needs a request of Next.js; the other confirms what was asked for with a fresh login, with a mailed link. */
const TESTED_ELSEWHERE = {
  'POST /account/api/passkeys': 'lib/auth/settings/passkeys.alone.test.ts',
  'POST /change/email/confirm': 'lib/users/email/change-email.db.test.ts',
};

test('every endpoint that changes something has its actions listed here', () => {
  const listed = [...Object.keys(ACTIONS), ...Object.keys(TESTED_ELSEWHERE)];
  expect(endpoints.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
});

test.each(endpoints.filter(({ name }) => name in ACTIONS))(
  'an action of $name sends each field that the endpoint accepts',
  async ({ name, handler }) => {
    const me = await createMe(handler.spec.access);
    const sent = await Promise.all(Object.values(ACTIONS[name] ?? {}).map(async ({ prepare }) => prepare(db(), me)));
    const fields = new Set(sent.flatMap(({ body }) => Object.keys(body ?? {})));
    expect(fieldsOf(handler.spec.body).filter((field) => !fields.has(field))).toEqual([]);
  },
);

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

describe('changes owner, address, password, factor, role, key or redirect URI only after a fresh login (S88)', () => {
  test.each(EVERY)('$name: $what', async ({ name, action }) => {
    const { handler } = endpoints.find((endpoint) => endpoint.name === name) ?? expect.unreachable(name);
    const me = await createMe(handler.spec.access);
    const sent = await action.prepare(db(), me);
    await logInAt(me, 11);
    const stale = await attempt(handler, name, me, sent);
    expect(stale).toMatchObject(action.asks ? REFUSED : { status: action.status });
    expect(stale.gains, 'gained with an old login').toEqual(action.changes);
    if (!action.asks) return expect(action.why).not.toBe('');
    expect(stale.audited).toBe(0);
    await logInAt(me, 9);
    const fresh = await attempt(handler, name, me, sent);
    expect(fresh.status).toBe(action.status);
    if (!action.why) expect(fresh.gains, 'gained with a fresh login').not.toEqual([]);
  });
});

const REFUSED = { status: 403, code: 'reauthentication_required' };

async function createMe(access: string): Promise<Me & { token: string }> {
  const { id, email, sessionToken: token, ctx } = await createSignedInUser(db(), { isAdmin: access === 'admin' });
  return { id, email, token, sessionId: ctx.actor.sessionId };
}

const logInAt = ({ sessionId: id }: Me, minutes: number) =>
  db().signInSession.update({ where: { id }, data: { authTime: new Date(Date.now() - minutes * MINUTE) } });

/** Sends the request, and compares the database before and after. */
async function attempt(handler: Handler, name: string, me: Me & { token: string }, { params = {}, body = {} }: Sent) {
  const before = await takeSnapshot(db());
  const audited = await db().auditEvent.count({ where: { actorId: me.id } });
  const request = new Request('http://localhost:8080/', {
    method: name.split(' ')[0] ?? '',
    headers: { 'content-type': 'application/json', cookie: `${sessionCookieName()}=${me.token}` },
    body: JSON.stringify(body),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const { code } = (await response.json()) as { code?: string };
  return {
    status: response.status,
    code,
    gains: gainsBetween(before, await takeSnapshot(db())),
    audited: (await db().auditEvent.count({ where: { actorId: me.id } })) - audited,
  };
}
