import type { Metadata } from 'next';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { getUsageLine } from '#lib/admin/usage-line.ts';
import { IdParams } from '#lib/auth/schema.ts';
import { DomainError } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { listSilentServers } from '#lib/storage/queries.ts';
import { adminContext } from '../../../_components/frame/admin-context.ts';
import { UserPage } from '../../../_components/frame/user-page.tsx';
import { UsageState, type UsageStateProps } from './_components/usage-state.tsx';
import { UserUsage } from './_components/user-usage.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'User usage', robots: { index: false } };

type PageProps = { params: Promise<{ userId: string }>; searchParams: SearchParams };

export default async function UserUsagePage({ params, searchParams }: PageProps) {
  const { userId } = await params;
  const id = decodeURIComponent(userId).trim();
  const path = addressOf(paths.adminUserUsage(id), await searchParams);
  const shown = (await requireUser(path)).role === 'admin' ? await findShown(path, id) : null;
  return (
    <UserPage
      path={path}
      userId={id}
      email={shown?.email}
      loadFailure="Failed to load users. You may not have admin privileges."
    >
      {shown && <UsageState {...shown} />}
      {id ? <UserUsage userId={id} /> : <ErrorCard text="User ID is required" />}
    </UserPage>
  );
}

type Shown = UsageStateProps & { email: string | null };

/** The user and the silent storage hosts; null for an unknown user, of whom the page below says so. */
async function findShown(path: string, id: string): Promise<Shown | null> {
  if (!IdParams.safeParse({ id }).success) return null;
  const ctx = await adminContext(path);
  try {
    const [line, silentHosts] = await Promise.all([getUsageLine(ctx, id), askedByPage(listSilentServers(ctx))]);
    return { ...line, silentHosts };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}
