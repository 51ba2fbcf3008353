import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { listLogins, listSessions } from '#lib/auth/session/queries.ts';
import { listPasskeys } from '#lib/auth/settings/passkeys.ts';
import { getTwoFactor } from '#lib/auth/settings/two-factor.ts';
import type { Member } from '#lib/context.ts';
import { listConnectedApps } from '#lib/oauth/clients/connected-apps.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { getUsageAlertSettings } from '#lib/usage/alert-settings.ts';
import { listUsageTokens } from '#lib/usage-tokens/queries.ts';
import { getEmailAddress } from '#lib/users/email-change.ts';

/**
 * Puts the data of the lists and settings into the page's HTML, under the query keys that the browser uses (P14): a button
 * that moves between press and release loses the click. If a query fails, the browser repeats it and shows the error in
 * its section. Only the browser requests the plan, whose notice is the last thing on the page.
 */
export async function FirstData({ actor, children }: { actor: Member; children: ReactNode }) {
  const ctx = createContext({ headers: await headers() }, actor);
  const answers = await Promise.all([
    answer('email-address', getEmailAddress(ctx)),
    answer('two-factor', getTwoFactor(ctx)),
    answer('passkeys', listPasskeys(ctx)),
    answer('sessions', listSessions(ctx)),
    answer('logins', listLogins(ctx)),
    answer('connected-apps', listConnectedApps(ctx)),
    answer('usage-tokens', listUsageTokens(ctx)),
    answer('usage-alerts', getUsageAlertSettings(ctx)),
  ]);
  return (
    <FirstAnswers answers={answers} at={ctx.now.getTime()}>
      {children}
    </FirstAnswers>
  );
}

const answer = async (key: string, data: Promise<unknown>) => ({ key: [key], data: await data.catch(() => undefined) });
