import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ComponentType, ReactNode } from 'react';
import { firstAnswer } from '#components/layout/state/first-answer.ts';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { ConnectedApps as Apps } from '#components/oauth/connected-apps.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { getEmailAddress } from '#lib/auth/email-change.ts';
import { listLogins, listSessions } from '#lib/auth/session/queries.ts';
import { listPasskeys } from '#lib/auth/settings/passkeys.ts';
import { getTwoFactor } from '#lib/auth/settings/two-factor.ts';
import type { Context, Member } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { listConnectedApps } from '#lib/oauth/clients/connected-apps.ts';
import { requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { listUsageTokens } from '#lib/usage-tokens/queries.ts';
import { getUsageAlertSettings } from '#lib/usage/alerts/alert-settings.ts';
import { AccountNav } from './_components/account-nav.tsx';
import { DeleteAccount } from './_components/data/delete-account.tsx';
import { YourData } from './_components/data/your-data.tsx';
import { Passkeys } from './_components/passkeys/passkeys.tsx';
import { Logins } from './_components/sessions/logins.tsx';
import { Sessions } from './_components/sessions/sessions.tsx';
import { SettingsSection } from './_components/settings-section.tsx';
import { SETTINGS_SECTIONS, type SettingsSectionId } from './_components/settings-sections.ts';
import { SignIn } from './_components/sign-in/sign-in.tsx';
import { TwoFactor } from './_components/two-factor/two-factor.tsx';
import { UsageAlerts } from './_components/usage-alerts.tsx';
import { UsageTokens } from './_components/usage-tokens/usage-tokens.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Account', robots: { index: false } };

type Parts = {
  [Id in SettingsSectionId]: (typeof SETTINGS_SECTIONS)[Id]['query'] extends null
    ? { Part: ComponentType; read?: never }
    : { Part: ComponentType; read: (ctx: Context<Member>) => Promise<unknown> };
};
/** What each section shows, and how the data of its query is read. */
const PARTS: Parts = {
  'sign-in': { Part: SignIn, read: getEmailAddress },
  'two-factor': { Part: TwoFactor, read: getTwoFactor },
  passkeys: { Part: Passkeys, read: listPasskeys },
  sessions: { Part: Sessions, read: listSessions },
  logins: { Part: Logins, read: listLogins },
  'connected-apps': { Part: ConnectedApps, read: listConnectedApps },
  'usage-tokens': { Part: UsageTokens, read: listUsageTokens },
  'usage-alerts': { Part: UsageAlerts, read: getUsageAlertSettings },
  data: { Part: YourData },
  delete: { Part: DeleteAccount },
};
const SECTION_IDS = Object.keys(SETTINGS_SECTIONS) as SettingsSectionId[];

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
            {SECTION_IDS.map((id) => {
              const { Part } = PARTS[id];
              return <Part key={id} />;
            })}
          </div>
        </FirstData>
      </div>
    </>
  );
}

function ConnectedApps() {
  return (
    <SettingsSection id="connected-apps" text="Apps you log in to with this account.">
      <Apps />
    </SettingsSection>
  );
}

/**
 * Puts the data of the lists and settings into the page's HTML, under the query keys that the browser uses (P14): a button
 * that moves between press and release loses the click. If a query fails, the browser repeats it and shows the error in
 * its section. Only the browser requests the plan, whose notice is the last thing on the page.
 */
async function FirstData({ actor, children }: { actor: Member; children: ReactNode }) {
  const ctx = createContext({ headers: await headers() }, actor);
  const answers = await Promise.all(
    SECTION_IDS.flatMap((id) => {
      const [{ query }, { read }] = [SETTINGS_SECTIONS[id], PARTS[id]];
      return query && read ? [firstAnswer(query, read(ctx))] : [];
    }),
  );
  return (
    <FirstAnswers answers={answers} at={ctx.now.getTime()}>
      {children}
    </FirstAnswers>
  );
}
