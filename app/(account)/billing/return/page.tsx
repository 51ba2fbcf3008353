import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { getUserStatus } from '#lib/billing/queries.ts';
import { getCheckoutOutcome } from '#lib/billing/purchase/outcome.ts';
import { addressOf, readQuery, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { text } from '#lib/text.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { CheckoutOutcome } from './_components/checkout-outcome.tsx';
import { Paid } from './_components/paid.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your purchase', robots: { index: false } };

export default async function BillingReturnPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const sessionId = readQuery({ session_id: text(300) }, query).session_id ?? '';
  const actor = await requireUser(addressOf(paths.billingReturn, query));
  const ctx = createContext({ headers: await headers() }, actor);
  const { state } = await askedByPage(getCheckoutOutcome(ctx, sessionId));
  const { plan } = state === 'active' ? await askedByPage(getUserStatus(ctx)) : { plan: null };
  return (
    <CheckoutOutcome state={state}>
      {plan?.key && <Paid publicKey={plan.key} forbiddenFlags={plan.forbidden_flags} />}
    </CheckoutOutcome>
  );
}
