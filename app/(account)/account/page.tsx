import type { Metadata } from 'next';
import { toMembership } from '#components/account/membership.ts';
import { AccountSections } from '#components/account/settings/account-sections.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { paths } from '#lib/base/paths.ts';
import { accountReads } from '#lib/customer-view/owner-reads.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { requireUser } from '#lib/routes/next.ts';
import { FirstData } from '../_components/first-data.tsx';
import { AccountNav } from './_components/account-nav.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Account', robots: { index: false } };

/** Only the browser requests the plan, whose notice is the last thing on the page. */
export default async function AccountPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requireUser(addressOf(paths.account, await searchParams));
  return (
    <>
      <PageHeader
        title="Account"
        description="How you log in, who acts for your account, and what is stored about you."
      />
      <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-16">
        <AccountNav {...toMembership(actor)} />
        <FirstData actor={actor} reads={accountReads}>
          <AccountSections />
        </FirstData>
      </div>
    </>
  );
}
