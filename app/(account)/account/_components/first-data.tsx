import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { firstAnswer } from '#components/layout/state/first-answer.ts';
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
    firstAnswer('email-address', getEmailAddress(ctx)),
    firstAnswer('two-factor', getTwoFactor(ctx)),
    firstAnswer('passkeys', listPasskeys(ctx)),
    firstAnswer('sessions', listSessions(ctx)),
    firstAnswer('logins', listLogins(ctx)),
    firstAnswer('connected-apps', listConnectedApps(ctx)),
    firstAnswer('usage-tokens', listUsageTokens(ctx)),
    firstAnswer('usage-alerts', getUsageAlertSettings(ctx)),
  ]);
  return (
    <FirstAnswers answers={answers} at={ctx.now.getTime()}>
      {children}
    </FirstAnswers>
  );
}
