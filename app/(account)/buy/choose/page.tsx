import type { Metadata, Route } from 'next';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { PurchaseFields } from '#components/billing/purchase/purchase-fields.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { DomainError } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';
import { findOtherCheckout } from '#lib/billing/purchase/checkout.ts';
import { BuyQuery, type Purchase, toBuyFlags } from '#lib/billing/schema.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { chosenPlan } from '#lib/marketing/plans.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';

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

type ChoosePlanProps = { open: Purchase; asked: Purchase; hasFailed: boolean };

/** Asks which of two plans to buy. Plain forms, so that it works without JavaScript. */
function ChoosePlan({ open, asked, hasFailed }: ChoosePlanProps) {
  return (
    <div className="max-w-3xl space-y-6">
      <div className="space-y-4">
        <h1 className="text-heading font-semibold tracking-tight">Which plan do you want?</h1>
        <p className="max-w-measure text-muted">
          A link on another site led you here. It names a different plan from the checkout you have open. Nothing has
          been charged or changed.
        </p>
      </div>
      {hasFailed && (
        <Alert
          tone="error"
          text="The checkout could not be opened. Nothing was charged or changed. Please try again."
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice title="Your open checkout" purchase={open} verb="Continue with" isPrimary />
        <Choice title="The link you followed" purchase={asked} verb="Buy" note="The open checkout ends." />
      </div>
    </div>
  );
}

type ChoiceProps = { title: string; purchase: Purchase; verb: string; note?: string; isPrimary?: boolean };

function Choice({ title, purchase, verb, note, isPrimary = false }: ChoiceProps) {
  const plan = chosenPlan(paths.buy(toBuyFlags(purchase)));
  if (!plan) return null;
  const name = `${plan.name} ${purchase.interval === 'year' ? 'yearly' : 'monthly'}`;
  return (
    <Card title={title} className="flex flex-col">
      <p className="text-title font-semibold">{name}</p>
      <p className="text-muted">
        {plan.price} a {plan.period}, plus VAT{purchase.isTest && ', test purchase'}
      </p>
      {note && <p className="text-small text-muted">{note}</p>}
      <form action="/buy/form" method="post" className="mt-auto pt-4">
        <PurchaseFields purchase={purchase} />
        <button type="submit" className={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}>
          {verb} {name}
        </button>
      </form>
    </Card>
  );
}
