import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { openInvitation } from '#lib/accounts/invitations.ts';
import { MAY } from '#lib/accounts/roles.ts';
import { JoinQuery } from '#lib/accounts/schema.ts';
import { paths } from '#lib/base/paths.ts';
import { addressOf, readQuery, type SearchParams } from '#lib/http/search-params.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { AcceptInvitation } from './_components/accept-invitation.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Invitation', robots: { index: false }, referrer: 'no-referrer' };

/** What the link of an invitation opens. A visitor logs in or signs up first, and comes back. */
export default async function JoinPage({ searchParams }: { searchParams: SearchParams }) {
  const given = await searchParams;
  const actor = await requireUser(addressOf(paths.join({}), given));
  const { token = '' } = readQuery(JoinQuery, given);
  const ctx = createContext({ headers: await headers() }, actor);
  const found = await askedByPage(openInvitation(ctx, token));
  if (!found)
    return (
      <PageHeader
        title="This invitation is over"
        description="Its link was used, replaced or withdrawn, or has expired. Ask the owner who invited you for a new one."
        crumbs={[{ label: 'Dashboard', href: paths.dashboard }]}
      />
    );
  const { account, role, invitedBy, isForCaller, isMember } = found;
  if (!isForCaller)
    return (
      <PageHeader
        title={`Join ${account}`}
        description="This invitation is for another email address than the one that you are logged in with. Log out, then log in or sign up with the address that got the email."
        crumbs={[{ label: 'Dashboard', href: paths.dashboard }]}
      />
    );
  // A member is only invited to become an owner.
  const title = isMember ? `Become an owner of ${account}` : `Join ${account}`;
  return (
    <>
      <PageHeader title={title} description={`${invitedBy} invites you. You may ${MAY[role]}.`} />
      <AcceptInvitation token={token} text={title} />
    </>
  );
}
