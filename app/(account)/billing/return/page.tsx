import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { askedByPage, requireUser } from '#lib/auth/next.ts';
import { getCheckoutOutcome } from '#lib/billing/outcome.ts';
import { createContext } from '#lib/http/request-context.ts';
import { addressOf, first, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { CheckoutOutcome } from './_components/checkout-outcome.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your purchase', robots: { index: false } };

export default async function BillingReturnPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const sessionId = first(query.session_id) ?? '';
  const actor = await requireUser(addressOf(paths.billingReturn, query));
  const ctx = createContext({ headers: await headers() }, actor);
  const { state } = await askedByPage(getCheckoutOutcome(ctx, sessionId));
  return <CheckoutOutcome state={state} />;
}
