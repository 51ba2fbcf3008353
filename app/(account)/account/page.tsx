import type { Metadata } from 'next';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { requireUser } from '#lib/routes/next.ts';
import { AccountNav } from './_components/account-nav.tsx';
import { ConnectedApps } from './_components/connected-apps.tsx';
import { DeleteAccount } from './_components/data/delete-account.tsx';
import { YourData } from './_components/data/your-data.tsx';
import { FirstData } from './_components/first-data.tsx';
import { Passkeys } from './_components/passkeys/passkeys.tsx';
import { Logins } from './_components/sessions/logins.tsx';
import { Sessions } from './_components/sessions/sessions.tsx';
import { SignIn } from './_components/sign-in/sign-in.tsx';
import { TwoFactor } from './_components/two-factor/two-factor.tsx';
import { UsageAlerts } from './_components/usage-alerts.tsx';
import { UsageTokens } from './_components/usage-tokens/usage-tokens.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Account', robots: { index: false } };

export default async function AccountPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requireUser(addressOf(paths.account, await searchParams));
  return (
    <>
      <PageHeader
        title="Account"
        description="How you log in, where you are logged in, and what is stored about you."
        crumbs={[{ label: 'Dashboard', href: paths.dashboard }]}
      />
      <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-16">
        <AccountNav />
        <FirstData actor={actor}>
          <div className="divide-y">
            <SignIn />
            <TwoFactor />
            <Passkeys />
            <Sessions />
            <Logins />
            <ConnectedApps />
            <UsageTokens />
            <UsageAlerts />
            <YourData />
            <DeleteAccount />
          </div>
        </FirstData>
      </div>
    </>
  );
}
