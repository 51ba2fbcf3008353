import { notFound } from 'next/navigation';
import { IdParams } from '#lib/auth/schema.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { getUserDetails } from '#lib/billing/queries.ts';
import type { UserDetailsView } from '#lib/billing/views.ts';
import { askedByPage } from '#lib/routes/next.ts';

/** The user's id in a path. Responds with 404 unless it has the form of an id. */
export function userIdOf(id: string): string {
  const { data } = IdParams.safeParse({ id: decodeURIComponent(id) });
  return data?.id ?? notFound();
}

/** The user that a page is about. Responds with 404 for an unknown user. */
export async function findUserOfPage(ctx: Context<Admin>, id: string): Promise<UserDetailsView> {
  try {
    return await askedByPage(getUserDetails(ctx, id));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') notFound();
    throw error;
  }
}
