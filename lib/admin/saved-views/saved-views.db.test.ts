import { expect, test } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { createSavedView, deleteSavedView, listSavedViews, renameSavedView } from './saved-views.ts';
import { CreateSavedViewInput, MAX_SAVED_VIEWS, SavedViewName } from './schema.ts';

const admin = async (store: Db) => adminContext(store, await createUserRow(store, { isAdmin: true }));
const late = { list: 'users', name: 'Late', query: 'subscription=past_due&sort=email' } as const;

test('saves, renames and deletes a view for one admin and list, and records each change without the name', () =>
  inRollback(async (store) => {
    const ctx = await admin(store);
    const other = await admin(store);
    const view = await createSavedView(ctx, late);
    expect(await listSavedViews(ctx, { list: 'users' })).toEqual({
      views: [{ id: view.id, name: 'Late', query: late.query }],
    });
    expect(await listSavedViews(ctx, { list: 'keys' })).toEqual({ views: [] });
    expect(await listSavedViews(other, { list: 'users' })).toEqual({ views: [] });
    expect(await renameSavedView(ctx, view.id, { name: 'Too late' })).toMatchObject({ name: 'Too late' });
    await deleteSavedView(ctx, view.id);
    expect(await listSavedViews(ctx, { list: 'users' })).toEqual({ views: [] });
    const events = await store.auditEvent.findMany({ where: { targetId: ctx.actor.userId }, orderBy: { id: 'asc' } });
    expect(events.map(({ action, data }) => [action, data])).toEqual([
      ['user.saved_view_created', { saved_view: view.id, list: 'users' }],
      ['user.saved_view_renamed', { saved_view: view.id }],
      ['user.saved_view_deleted', { saved_view: view.id }],
    ]);
  }));

test("neither renames nor deletes another admin's view", () =>
  inRollback(async (store) => {
    const { id } = await createSavedView(await admin(store), late);
    const other = await admin(store);
    await expect(renameSavedView(other, id, { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(deleteSavedView(other, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.savedView.findUnique({ where: { id } })).toMatchObject({ name: 'Late' });
  }));

test('refuses views above the limit, even in simultaneous requests, and deletes all with their admin', async () => {
  const ctx = await admin(db());
  const saved = await Promise.allSettled(
    Array.from({ length: MAX_SAVED_VIEWS + 3 }, (_, n) => createSavedView(ctx, { ...late, name: `View ${n}` })),
  );
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_SAVED_VIEWS);
  expect(saved.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  await createSavedView(ctx, { ...late, list: 'audit', query: 'sort=at' });
  await db().user.delete({ where: { id: ctx.actor.userId } });
  expect(await db().savedView.count({ where: { userId: ctx.actor.userId } })).toBe(0);
});

test('refuses a taken name with an error at the field, when saving and when renaming', async () => {
  const ctx = await admin(db());
  await createSavedView(ctx, late);
  const { id } = await createSavedView(ctx, { ...late, name: 'Other' });
  const taken = { code: 'invalid', fields: { name: 'You already have a view with this name.' } };
  await expect(createSavedView(ctx, late)).rejects.toMatchObject(taken);
  await expect(renameSavedView(ctx, id, { name: 'Late' })).rejects.toMatchObject(taken);
  await createSavedView(ctx, { ...late, list: 'keys', query: 'rank=90' });
});

test.each([
  ['a filter of another list', { query: 'rank=90' }, 'query'],
  ['the page', { query: 'status=blocked&page=2' }, 'query'],
  ['an email address', { query: 'search=ada%40example.com' }, 'query'],
  ['an email address as its name', { name: 'ada@example.com' }, 'name'],
  ['no name', { name: '  ' }, 'name'],
  ['a long name', { name: 'x'.repeat(41) }, 'name'],
  ['no filter', { query: '' }, 'query'],
  ['an unknown list', { list: 'passwords' }, 'list'],
])('refuses %s', (_, wrong, field) => {
  expect(CreateSavedViewInput.safeParse({ ...late, ...wrong }).error?.issues[0]?.path).toEqual([field]);
});

test('accepts a part of an email address in a filter, such as a domain', () => {
  expect(CreateSavedViewInput.safeParse({ ...late, query: 'search=%40example.com' }).success).toBe(true);
  expect(SavedViewName.parse({ name: ' Late ' })).toEqual({ name: 'Late' });
});
