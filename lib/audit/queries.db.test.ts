import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import {
  adminContext,
  anonymousContext,
  serverContext,
  systemContext,
  type TestContext,
} from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createClientRow, createKeyRow, createServerRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { recordAudit, type AuditAction } from './audit.ts';
import { exportAuditEvents } from './export.ts';
import { AuditQuery } from './filters.ts';
import { getAuditEvent, listAuditEvents } from './queries.ts';

const at = (time: string) => ({ now: new Date(`2020-01-${time}Z`) });
const list = (store: Db, query: Record<string, string> = {}) =>
  listAuditEvents(adminContext(store), AuditQuery.parse({ to: '2020-12-31', ...query }));
const actionsOf = async (store: Db, query: Record<string, string>) =>
  (await list(store, query)).events.map(({ action }) => action);

test('shows actor, target, before and after, IP address, request id and time of an event (S81)', () =>
  inRollback(async (store) => {
    const [admin, user] = [await createUserRow(store, { isAdmin: true }), await createUserRow(store)];
    const ctx = adminContext(store, admin, at('02T03:04:05'));
    await recordAudit(ctx, 'user.updated', user.id, { before: { notes: null }, after: { notes: 'x' }, keys: [1] });
    const [event] = (await list(store)).events;
    expect(event).toEqual({
      id: expect.any(String),
      at: '2020-01-02T03:04:05.000Z',
      action: 'user.updated',
      actor: { kind: 'admin', id: admin.id, email: admin.email, name: admin.email },
      target: { kind: 'user', id: user.id, email: user.email, name: user.email },
      before: { notes: null },
      after: { notes: 'x' },
      details: { keys: [1] },
      ip: '192.0.2.1',
      request_id: ctx.requestId,
    });
  }));

test('shows one event, without a secret that was recorded by mistake', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, undefined, at('02T03:04:05'));
    await recordAudit(ctx, 'oauth_client.updated', 'app', { after: { client_secret: 's3cret', name: 'App' } });
    const [listed] = (await list(store, { target: 'app' })).events;
    expect(listed?.after).toEqual({ client_secret: '(hidden)', name: 'App' });
    expect(await getAuditEvent(adminContext(store), listed?.id ?? '')).toEqual(listed);
    await recordAudit(adminContext(store), 'oauth_client.updated', 'app of today');
    const today = await listAuditEvents(adminContext(store), AuditQuery.parse({ target: 'app of today' }));
    expect(await getAuditEvent(adminContext(store), today.events[0]?.id ?? '')).toEqual(today.events[0]);
    await expect(getAuditEvent(adminContext(store), 'ffffffff-ffff-4fff-8fff-ffffffffffff')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(getAuditEvent(adminContext(store), '00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 'not_found',
    });
  }));

test('shows the name of every kind of actor and target, and the id of one that no longer exists', () =>
  inRollback(async (store) => {
    const [key, { server }, { client }] = [
      ...[await createKeyRow(store), await createServerRow(store), await createClientRow(store)],
    ] as const;
    const gone = '00000000-0000-7000-8000-000000000000';
    const events: [TestContext, AuditAction, string | null, [string, string | undefined, string | undefined]][] = [
      [anonymousContext(store, at('01T00:00:05')), 'session.refused', null, ['Not logged in', undefined, undefined]],
      [
        systemContext(store, at('01T00:00:04')),
        'fuzzy_key.deleted',
        String(key.id),
        ['test', 'fuzzy_key', key.description],
      ],
      [
        serverContext(store, server.id, at('01T00:00:03')),
        'storage_server.created',
        String(server.id),
        [server.name, 'storage_server', server.name],
      ],
      [
        adminContext(store, { id: gone }, at('01T00:00:02')),
        'oauth_client.created',
        client.id,
        [`deleted user ${gone}`, 'oauth_client', client.name],
      ],
      [
        adminContext(store, { id: gone }, at('01T00:00:01')),
        'user.deleted',
        gone,
        [`deleted user ${gone}`, 'user', `deleted user ${gone}`],
      ],
      [systemContext(store, at('01T00:00:00')), 'job.run_again', gone, ['test', 'other', gone]],
    ];
    for (const [ctx, action, target] of events) await recordAudit(ctx, action, target);
    const { events: rows } = await list(store);
    expect(rows.map(({ actor, target }) => [actor.name, target?.kind, target?.name])).toEqual(
      events.map(([, , , expected]) => expected),
    );
  }));

test('filters by actor, target, action, time, IP address and request id, and finds nothing for unknown values', () =>
  inRollback(async (store) => {
    const [admin, user] = [await createUserRow(store, { isAdmin: true }), await createUserRow(store)];
    const key = await createKeyRow(store, { description: unique('audited') });
    const mine = adminContext(store, admin, { ...at('01T10:00:00'), ip: '2001:db8::1', requestId: 'request-1' });
    await recordAudit(mine, 'user.blocked', user.id);
    await recordAudit(systemContext(store, at('02T10:00:00')), 'fuzzy_key.deleted', String(key.id));
    await recordAudit(systemContext(store, at('03T23:59:59')), 'user.unblocked', user.id);
    const [blocked, deleted, unblocked] = ['user.blocked', 'fuzzy_key.deleted', 'user.unblocked'];
    const cases: [Record<string, string>, string[]][] = [
      [{ actor: admin.email?.toUpperCase() ?? '' }, [blocked]],
      [{ actor: admin.id }, [blocked]],
      [{ actor: 'system' }, [unblocked, deleted]],
      [{ actor: 'test' }, [unblocked, deleted]],
      [{ actor: 'nobody@x.example' }, []],
      [{ target: user.email ?? '' }, [unblocked, blocked]],
      [{ target: user.id }, [unblocked, blocked]],
      [{ target: key.description }, [deleted]],
      [{ target: key.publicKey }, [deleted]],
      [{ target: 'nothing' }, []],
      [{ action: 'user.' }, [unblocked, blocked]],
      [{ action: 'user.blocked' }, [blocked]],
      [{ action: '%' }, []],
      [{ from: '2020-01-02' }, [unblocked, deleted]],
      [{ to: '2020-01-03' }, [unblocked, deleted, blocked]],
      [{ to: '2020-01-02T10:00:00Z' }, [blocked]],
      [{ from: '2020-01-01T11:00:00+01:00', to: '2020-01-01' }, [blocked]],
      [{ ip: '2001:db8::1' }, [blocked]],
      [{ request_id: 'request-1' }, [blocked]],
      [{ actor: 'system', target: user.id }, [unblocked]],
    ];
    for (const [query, expected] of cases) expect([query, await actionsOf(store, query)]).toEqual([query, expected]);
    expect((await list(store, { action: 'user.' })).total).toBe(2);
    expect((await list(store)).actions).toEqual(expect.arrayContaining([blocked, deleted, unblocked]));
  }));

test.each([{ from: 'yesterday' }, { sort: 'actor' }, { cursor: 'x' }, { actor: 'a\u0000b' }])(
  'refuses the query %j',
  (query) => {
    expect(AuditQuery.safeParse(query).success).toBe(false);
  },
);

test.each(['-at', 'at'])('shows every event once across pages in the order %s, even events of one moment', (sort) =>
  inRollback(async (store) => {
    for (const [day, ids] of [
      ['05', ['t0', 't1', 't2', 't3']],
      ['06', ['t4', 't5', 't6']],
    ] as const)
      for (const id of ids) await recordAudit(systemContext(store, at(`${day}T00:00:00`)), 'user.updated', id);
    const seen: (string | undefined)[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await list(store, { limit: '3', sort, ...(cursor && { cursor }) });
      seen.push(...page.events.map(({ target }) => target?.id));
      cursor = page.next_cursor;
    }
    expect(seen.toSorted()).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6']);
    expect(seen[0]?.match(/t[456]/) !== null).toBe(sort === '-at');
  }),
);

test('neutralises formulas in the export and records it (S41)', () =>
  inRollback(async (store) => {
    const ctx = systemContext(store, at('05T00:00:00'));
    await recordAudit(ctx, 'user.updated', '=1+1', { before: { notes: '=x' }, why: 'y' });
    const text = await (await exportAuditEvents(adminContext(store), AuditQuery.parse({ to: '2020-12-31' }))).text();
    const [columns, line] = text.split('\r\n');
    expect(columns).toBe('at,action,actor_kind,actor,actor_id,target,target_id,before,after,details,ip,request_id');
    expect(line).toContain(`,"'=1+1","'=1+1","{""notes"":""=x""}",,"{""why"":""y""}",192.0.2.1,`);
    expect(await store.auditEvent.count({ where: { action: 'audit.exported' } })).toBe(1);
  }));

test('records ids from the filters of an export, the user id for an email, and no other text', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store);
    const filters = { actor: user.email ?? '', target: 'nobody@test.example', action: 'user.', ip: '2001:db8::1' };
    await exportAuditEvents(adminContext(store), AuditQuery.parse({ ...filters, request_id: 'Mrs Smith' }));
    const [row] = await store.auditEvent.findMany({ where: { action: 'audit.exported' } });
    expect(row?.data).toEqual({
      actor: user.id,
      target: '(a text)',
      action: 'user.',
      ip: '2001:db8::1',
      request_id: '(a text)',
      from: null,
      to: null,
    });
  }));

test('shows "deleted user" and the id for a deleted user, in the list and in the export', () =>
  inRollback(async (store) => {
    const [user, nameless] = [await createUserRow(store), await createUserRow(store, { email: null })];
    await recordAudit(adminContext(store, user, at('02T00:00:00')), 'user.blocked', nameless.id);
    const names = async () => {
      const [event] = (await list(store)).events;
      return [event?.actor.name, event?.target?.name];
    };
    expect(await names()).toEqual([user.email, nameless.id]);
    await store.user.delete({ where: { id: user.id } });
    expect(await names()).toEqual([`deleted user ${user.id}`, nameless.id]);
    const csv = await (await exportAuditEvents(adminContext(store), AuditQuery.parse({ to: '2020-12-31' }))).text();
    expect(csv).toContain(`deleted user ${user.id}`);
    expect(csv).not.toContain(user.email);
  }));
