import type { ReactNode } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { Crumb } from '#components/ui/breadcrumbs.tsx';
import { requireUser } from '#lib/auth/next.ts';
import { paths } from '#lib/paths.ts';
import { AdminNav } from './admin-nav.tsx';

type AdminPageProps = {
  /** The page's own address with its query, to come back to after a login. */
  path: string;
  title: string;
  description?: ReactNode;
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  /** What somebody who is no admin reads instead of the data (decisions §10). */
  loadFailure: string;
  children: ReactNode;
};

/** The frame of an admin page, and its guard: logged out → login; no admin → the page's load failure and no data. */
export async function AdminPage({ path, loadFailure, children, actions, crumbs, ...header }: AdminPageProps) {
  const { role } = await requireUser(path);
  if (role !== 'admin')
    return (
      <>
        <PageHeader title={header.title} />
        <ErrorCard text={loadFailure}>
          <a href={paths.dashboard} className="underline">
            Go to Dashboard
          </a>
        </ErrorCard>
      </>
    );
  return (
    <>
      <AdminNav />
      <PageHeader {...header} actions={actions} crumbs={crumbs} />
      {children}
    </>
  );
}
