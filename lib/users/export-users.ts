import { recordAudit } from '#lib/audit/audit.ts';
import { auditedFilter } from '#lib/audit/filters.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import type { Cell } from '#lib/base/text/csv.ts';
import { csvResponse } from '#lib/http/answers/csv.ts';
import { eachPageOfUsers, type UserListQuery } from './list.ts';
import type { AdminUserView } from './views.ts';

const PAGE = 500;

/** One row per user. Several subscriptions or keys share a cell, separated by semicolons. */
const COLUMNS: Record<string, (user: AdminUserView) => Cell> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  email_verified: ({ email_verified }) => email_verified,
  status: ({ custom_limits }) => (custom_limits.is_blocked ? 'blocked' : 'active'),
  is_admin: ({ is_admin }) => is_admin,
  country: ({ country }) => country,
  subscriptions: ({ subscriptions }) =>
    subscriptions
      .map(({ product, stripe_subscription_status, quantity }) =>
        product === null ? `Manual x${quantity}` : `${product} x${quantity} (${stripe_subscription_status ?? ''})`,
      )
      .join('; '),
  public_keys: ({ subscriptions }) => subscriptions.flatMap(({ public_key }) => public_key ?? []).join('; '),
  daily_limit: ({ custom_limits }) => custom_limits.daily_limit,
  custom_key: ({ custom_limits }) => custom_limits.custom_key,
  notes: ({ custom_limits }) => custom_limits.notes,
  created_at: ({ created_at }) => created_at,
  last_seen_at: ({ last_seen_at }) => last_seen_at,
};

/** Streams all users that match the filters as CSV, and records the export in the audit log. */
export async function exportUsers(ctx: Context<Admin>, query: UserListQuery): Promise<Response> {
  const { search, status, admin, verified, subscription, sort } = query;
  const filters = {
    search: (await auditedFilter(ctx, search)) ?? undefined,
    status,
    admin,
    verified,
    subscription,
    sort: sort.text,
  };
  await recordAudit(ctx, 'user.list_exported', null, JSON.parse(JSON.stringify(filters)) as Record<string, string>);
  const name = `users-${ctx.now.toISOString().slice(0, 10)}.csv`;
  return csvResponse(name, Object.keys(COLUMNS), toRows(eachPageOfUsers(ctx, query, PAGE)));
}

async function* toRows(pages: AsyncGenerator<AdminUserView[]>): AsyncGenerator<Cell[][]> {
  for await (const users of pages) yield users.map((user) => Object.values(COLUMNS).map((cell) => cell(user)));
}
