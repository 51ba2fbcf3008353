import type { Metadata } from 'next';
import { ArrowLeft } from 'lucide-react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { paths } from '#lib/base/paths.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { AdminPage } from '../../../_components/frame/admin-page.tsx';
import { UserNav } from '../../../_components/frame/user-nav.tsx';
import { UserUsage } from './_components/user-usage.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'User usage', robots: { index: false } };

type PageProps = { params: Promise<{ userId: string }>; searchParams: SearchParams };

export default async function UserUsagePage({ params, searchParams }: PageProps) {
  const { userId } = await params;
  const id = decodeURIComponent(userId).trim();
  return (
    <AdminPage
      path={addressOf(paths.adminUserUsage(id), await searchParams)}
      title="User usage"
      crumbs={[{ label: 'Users', href: paths.admin }]}
      loadFailure="Failed to load users. You may not have admin privileges."
      actions={
        <a href={paths.admin} className={buttonClass({ variant: 'secondary' })}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Admin
        </a>
      }
    >
      {id && <UserNav userId={id} />}
      {id ? <UserUsage userId={id} /> : <ErrorCard text="User ID is required" />}
    </AdminPage>
  );
}
