import type { Metadata } from 'next';
import { getInbox } from '#lib/admin/inbox/inbox.ts';
import { getTimeline, TimelineQuery } from '#lib/admin/timeline/timeline.ts';
import { getUserDetail } from '#lib/admin/user-detail.ts';
import { paths } from '#lib/base/paths.ts';
import { env } from '#lib/base/settings/env.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { adminContext } from '../../_components/frame/admin-context.ts';
import { UserPage } from '../../_components/frame/user-page.tsx';
import { FirstLists } from '../../_components/lists/first-lists.tsx';
import { USERS } from '../../_components/users/list/users-list.ts';
import { INBOX } from '../../overview/_components/inbox/inbox-query.ts';
import { Customer } from './_components/customer.tsx';
import { findUserOfPage, userIdOf } from './_components/find-user.ts';
import { Timeline } from './timeline/_components/timeline.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Customer', robots: { index: false } };

type PageProps = { params: Promise<{ id: string }>; searchParams: SearchParams };

const SHOWN = '12';

export default async function CustomerPage({ params, searchParams }: PageProps) {
  const id = userIdOf((await params).id);
  const path = addressOf(paths.adminUser(id), await searchParams);
  const frame = {
    path,
    userId: id,
    loadFailure: 'Failed to load the customer. You may not have admin privileges.',
  };
  if ((await requireUser(path)).role !== 'admin') return <UserPage {...frame} />;
  const ctx = await adminContext(path);
  const { user } = await findUserOfPage(ctx, id);
  const timeline = await askedByPage(getTimeline(ctx, id, TimelineQuery.parse({ limit: SHOWN })));
  const lists = [
    { key: [...USERS, 'one', id], ask: () => getUserDetail(ctx, id) },
    { key: [...INBOX, 'of', id], ask: () => getInbox(ctx, { user: id }) },
  ];
  return (
    <UserPage {...frame} email={user.email}>
      <FirstLists lists={lists}>
        <Customer id={id} site={env().APP_URL} />
      </FirstLists>
      <section aria-labelledby="latest" className="mt-10 space-y-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="latest" className="label-mono">
            Latest
          </h2>
          <p className="flex gap-4 text-small">
            <a href={paths.adminTimeline(id)} className="underline underline-offset-4">
              Whole timeline
            </a>
            <a href={`${paths.adminAudit}?target=${encodeURIComponent(id)}`} className="underline underline-offset-4">
              Audit log
            </a>
          </p>
        </div>
        <Timeline
          userId={id}
          timeline={{ ...timeline, next_cursor: null }}
          query={{ kind: undefined, cursor: undefined }}
        />
      </section>
    </UserPage>
  );
}
