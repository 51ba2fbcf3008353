import type { Metadata } from 'next';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { RefreshButton } from '../_components/frame/refresh-button.tsx';
import { JobsScreen } from './_components/jobs-screen.tsx';
import { JOBS, LOAD_FAILED } from './_components/texts.ts';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Jobs', robots: { index: false } };

export default async function AdminJobsPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <AdminPage
      path={addressOf(paths.adminJobs, await searchParams)}
      title="Jobs"
      description="Emails and background work. Jobs that ran out of retries wait here for you."
      loadFailure={LOAD_FAILED}
      actions={<RefreshButton queryKey={JOBS} />}
    >
      <JobsScreen />
    </AdminPage>
  );
}
