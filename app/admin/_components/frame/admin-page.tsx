import type { ReactNode } from 'react';
import { RenderedAt } from '#components/ui/data/use-minute.tsx';
import type { Crumb } from '#components/ui/navigation/breadcrumbs.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { paths } from '#lib/base/paths.ts';
import { release, releaseText } from '#lib/base/settings/release.ts';
import { requireUser } from '#lib/routes/next.ts';
import { adminContext } from './admin-context.ts';
import { AdminNav } from './admin-nav.tsx';
import { SecondFactorNeeded } from './second-factor.tsx';

type AdminPageProps = {
  /** The page's path and query, to return to after a login. */
  path: string;
  title: string;
  description?: ReactNode;
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  /** Shown above the title. */
  above?: ReactNode;
  /** The text that a non-admin sees instead of the data. */
  loadFailure: string;
  children: ReactNode;
};

/** Frame and guard of an admin page: anonymous visitors go to the login, non-admins see `loadFailure` and no data. */
export async function AdminPage({ path, loadFailure, children, above, actions, crumbs, ...header }: AdminPageProps) {
  const { role, lacksSecondFactor } = await requireUser(path);
  if (role !== 'admin' && lacksSecondFactor) return <SecondFactorNeeded title={header.title} />;
  if (role !== 'admin')
    return (
      <>
        <PageHeader title={header.title} />
        <ErrorCard text={loadFailure}>
          <a href={paths.dashboard} className="underline">
            Go to dashboard
          </a>
        </ErrorCard>
      </>
    );
  const { now } = await adminContext(path);
  return (
    <RenderedAt at={now.getTime()}>
      <AdminNav />
      {above}
      <PageHeader {...header} actions={actions} crumbs={crumbs} />
      {children}
      <footer className="mt-10 text-small text-muted">Version {releaseText(release())}</footer>
    </RenderedAt>
  );
}
