import type { Metadata, Route } from 'next';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { findOtherCheckout } from '#lib/billing/purchase/checkout.ts';
import { BuyQuery, toBuyFlags } from '#lib/billing/schema.ts';
import { DomainError } from '#lib/errors.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { ChoosePlan } from './_components/choose-plan.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Which plan?', robots: { index: false } };

/** A link on another site names another plan than the open checkout: asks which of the two to buy. */
export default async function ChooseCheckoutPage({ searchParams }: { searchParams: SearchParams }) {
  const { error, ...flags } = await searchParams;
  const asked = BuyQuery.safeParse(flags);
  if (!asked.success) notFound();
  const actor = await requireUser(addressOf(paths.chooseCheckout({}), flags));
  const ctx = createContext({ headers: await headers() }, actor);
  const open = await askedByPage(findOtherCheckout(ctx, asked.data)).catch(noneIfRefused);
  if (!open) redirect(paths.buy(toBuyFlags(asked.data)) as Route);
  return <ChoosePlan open={open} asked={asked.data} hasFailed={error !== undefined} />;
}

/** Lets `/buy` say why nothing can be bought now. */
function noneIfRefused(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}
