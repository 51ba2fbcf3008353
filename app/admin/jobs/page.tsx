import type { Metadata } from 'next';
import { paths } from '#lib/base/paths.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { JobQuery, listJobs } from '#lib/jobs/queries.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { RefreshButton } from '../_components/frame/refresh-button.tsx';
import { FirstLists, listAt, savedViewsOf } from '../_components/lists/first-lists.tsx';
import { JOBS, jobsList, LOAD_FAILED } from './_components/jobs-list.ts';
import { JobsScreen } from './_components/jobs-screen.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Jobs', robots: { index: false } };

export default async function AdminJobsPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const lists = [listAt(jobsList, JobQuery, listJobs, query), savedViewsOf('jobs')];
  return (
    <AdminPage
      path={addressOf(paths.adminJobs, query)}
      title="Jobs"
      description="Emails and background work. Jobs that failed three times or more wait here for you."
      loadFailure={LOAD_FAILED}
      actions={<RefreshButton queryKey={JOBS} />}
    >
      <FirstLists lists={lists}>
        <JobsScreen />
      </FirstLists>
    </AdminPage>
  );
}
