import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { findOwnKeyId, getUserStatus } from '#lib/billing/queries.ts';
import type { Member } from '#lib/context.ts';
import { listConnectedApps } from '#lib/oauth/clients/connected-apps.ts';
import { askedByPage } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { getOwnServers } from '#lib/sources/own-servers.ts';
import { getStanding } from '#lib/standing/read-standing.ts';
import { getLastRequest } from '#lib/usage/own.ts';

/**
 * Puts the data that decides the dashboard's height into its HTML, under the query keys that the browser uses, so that
 * nothing moves while it loads (P14). Only the browser requests usage and billing: their space is reserved, and billing
 * waits for Stripe.
 */
export async function FirstData({ actor, children }: { actor: Member; children: ReactNode }) {
  const ctx = createContext({ headers: await headers() }, actor);
  const [status, keyId, apps] = await askedByPage(
    Promise.all([getUserStatus(ctx), findOwnKeyId(ctx), listConnectedApps(ctx)]),
  );
  const [last, servers] = await askedByPage(Promise.all([getLastRequest(ctx, keyId), getOwnServers(ctx, keyId)]));
  const standing = status.plan.status === null ? null : await askedByPage(getStanding(ctx));
  const answers = [
    { key: ['userstatus'], data: status },
    { key: ['connected-apps'], data: apps },
    { key: ['last-request'], data: last },
    { key: ['servers'], data: servers },
    ...(standing ? [{ key: ['standing'], data: standing }] : []),
  ];
  return (
    <FirstAnswers answers={answers} at={ctx.now.getTime()}>
      {children}
    </FirstAnswers>
  );
}
