import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { paths } from '#lib/base/paths.ts';
import { currentActor } from '#lib/routes/next.ts';
import NotFound from '../not-found.tsx';
import { AdminNav } from './_components/frame/admin-nav.tsx';

export const metadata: Metadata = { title: 'Page not found', robots: { index: false } };

/** An unknown page of the console, or one of a user or row that does not exist. Other callers see the public page. */
export default async function AdminNotFound() {
  const actor = await currentActor();
  if (actor.kind === 'anonymous' || actor.role !== 'admin') return <NotFound />;
  return (
    <>
      <AdminNav />
      <PageHeader title="Page not found" description="There is no such page, or what it showed no longer exists." />
      <div className="flex flex-wrap gap-2">
        <a href={paths.adminOverview} className={buttonClass()}>
          Go to overview
        </a>
        <a href={paths.admin} className={buttonClass({ variant: 'secondary' })}>
          All users
        </a>
      </div>
    </>
  );
}
