import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { isUniqueViolation, lockInTransaction } from '#lib/base/db/db.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { MAX_SAVED_VIEWS, type CreateSavedViewInput, type SavedList, type SavedViewName } from './schema.ts';
import type { SavedViewListView, SavedViewView } from './views.ts';

const fields = { id: true, name: true, query: true } as const;

/** The caller's views of a list, oldest first. */
export async function listSavedViews(ctx: Context<Admin>, { list }: { list: SavedList }): Promise<SavedViewListView> {
  const views = await ctx.db.savedView.findMany({
    where: { userId: ctx.actor.userId, list },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: fields,
  });
  return { views };
}

/**
 * Saves filters and order of a list for the caller. Throws `conflict` at the limit of views, and `invalid` for a taken
 * name.
 */
export async function createSavedView(ctx: Context<Admin>, input: CreateSavedViewInput): Promise<SavedViewView> {
  const { list, name, query } = input;
  const { userId } = ctx.actor;
  return refusingTakenName(() =>
    transaction(ctx, async (tx) => {
      await lockInTransaction(tx.db, `saved_views ${userId}`);
      if ((await tx.db.savedView.count({ where: { userId, list } })) >= MAX_SAVED_VIEWS) throw tooMany();
      const view = await tx.db.savedView.create({
        data: { userId, list, name, query, createdAt: tx.now },
        select: fields,
      });
      await recordAudit(tx, 'user.saved_view_created', userId, { saved_view: view.id, list });
      return view;
    }),
  );
}

/** Renames one of the caller's views. Throws `not_found` for any other id, and `invalid` for a taken name. */
export async function renameSavedView(
  ctx: Context<Admin>,
  id: string,
  { name }: SavedViewName,
): Promise<SavedViewView> {
  const { userId } = ctx.actor;
  return refusingTakenName(() =>
    transaction(ctx, async (tx) => {
      const [view] = await tx.db.savedView.updateManyAndReturn({
        where: { id, userId },
        data: { name },
        select: fields,
      });
      if (!view) throw noView();
      await recordAudit(tx, 'user.saved_view_renamed', userId, { saved_view: id });
      return view;
    }),
  );
}

/** Deletes one of the caller's views. Throws `not_found` for any other id. */
export async function deleteSavedView(ctx: Context<Admin>, id: string): Promise<void> {
  const { userId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    const { count } = await tx.db.savedView.deleteMany({ where: { id, userId } });
    if (!count) throw noView();
    await recordAudit(tx, 'user.saved_view_deleted', userId, { saved_view: id });
  });
}

async function refusingTakenName<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'You already have a view with this name.');
    throw error;
  }
}

const noView = () => new DomainError('not_found', 'This view does not exist.');
const tooMany = () =>
  new DomainError(
    'conflict',
    `You have reached the limit of ${MAX_SAVED_VIEWS} views for this list. Delete one first.`,
  );
