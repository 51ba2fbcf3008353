import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { firstAnswer } from '#components/layout/state/first-answer.ts';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { holdingsOf } from '#lib/billing/holdings.ts';
import { toStatus } from '#lib/billing/queries.ts';
import type { Member } from '#lib/context.ts';
import { listConnectedApps } from '#lib/oauth/clients/connected-apps.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { getOwnServers } from '#lib/sources/own-servers.ts';
import { getStanding } from '#lib/standing/read-standing.ts';
import { getLastRequest } from '#lib/usage/own.ts';

/**
 * Puts the data that decides the dashboard's height into its HTML, under the query keys that the browser uses, so that
 * nothing moves while it loads (P14). If a query fails, the browser repeats it and shows the error. Only the browser requests usage and billing: their space is reserved, and billing
 * waits for Stripe.
 */
export async function FirstData({ actor, children }: { actor: Member; children: ReactNode }) {
  const ctx = createContext({ headers: await headers() }, actor);
  const held = holdingsOf(ctx);
  const status = held.then(toStatus);
  const keyId = held.then(({ key }) => key?.id ?? null);
  const answers = await Promise.all([
    firstAnswer('userstatus', status),
    firstAnswer('connected-apps', listConnectedApps(ctx)),
    firstAnswer(
      'last-request',
      keyId.then((id) => getLastRequest(ctx, id)),
    ),
    firstAnswer(
      'servers',
      keyId.then((id) => getOwnServers(ctx, id)),
    ),
    firstAnswer(
      'standing',
      status.then(({ plan }) => (plan.status === null ? undefined : getStanding(ctx))),
    ),
  ]);
  return (
    <FirstAnswers answers={answers} at={ctx.now.getTime()}>
      {children}
    </FirstAnswers>
  );
}
