import type { Metadata } from 'next';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { getTimeline, TimelineQuery } from '#lib/admin/timeline/timeline.ts';
import { DomainError } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';
import { addressOf, singleValues, type SearchParams } from '#lib/http/search-params.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { findInvitation } from '#lib/users/invite/invite.ts';
import { adminContext } from '../../../_components/frame/admin-context.ts';
import { UserPage } from '../../../_components/frame/user-page.tsx';
import { InvitationNotice } from '../../../_components/users/invite/invitation-notice.tsx';
import { findUserOfPage, userIdOf } from '../_components/find-user.ts';
import { KindFilter } from './_components/kind-filter.tsx';
import { Timeline } from './_components/timeline.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Timeline', robots: { index: false } };

type PageProps = { params: Promise<{ id: string }>; searchParams: SearchParams };

export default async function TimelinePage({ params, searchParams }: PageProps) {
  const id = userIdOf((await params).id);
  const given = await searchParams;
  const path = addressOf(paths.adminTimeline(id), given);
  const frame = {
    path,
    userId: id,
    loadFailure: 'Failed to load the timeline. You may not have admin privileges.',
  };
  if ((await requireUser(path)).role !== 'admin') return <UserPage {...frame} />;
  const ctx = await adminContext(path);
  const { user } = await findUserOfPage(ctx, id);
  const { kind, cursor } = singleValues(given);
  const parsed = TimelineQuery.safeParse({ kind, cursor });
  const query = parsed.success ? { kind, cursor } : { kind: undefined, cursor: undefined };
  const timeline = parsed.success ? await askedByPage(getTimeline(ctx, id, parsed.data).catch(whenMalformed)) : null;
  return (
    <UserPage {...frame} email={user.email}>
      {user.email && user.email_verified && !user.has_password && !user.custom_limits.is_blocked && (
        <div className="mb-6">
          <InvitationNotice userId={id} email={user.email} expiresAt={await askedByPage(findInvitation(ctx, id))} />
        </div>
      )}
      <KindFilter userId={id} kind={query.kind} />
      {timeline ? (
        <Timeline userId={id} timeline={timeline} query={query} />
      ) : (
        <ErrorCard text="This link is malformed.">
          <a href={paths.adminTimeline(id)} className="underline">
            Show the whole timeline
          </a>
        </ErrorCard>
      )}
    </UserPage>
  );
}

/** Returns null for a malformed query, such as one with another list's cursor. Throws any other error. */
function whenMalformed(error: unknown): null {
  if (error instanceof DomainError && error.code === 'malformed') return null;
  throw error;
}
