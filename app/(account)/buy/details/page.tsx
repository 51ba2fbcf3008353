import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { z } from 'zod';
import { BuyerForm } from '#components/billing/purchase/buyer-form.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { DomainError } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';
import { text } from '#lib/base/text/text.ts';
import { findBuyer } from '#lib/billing/purchase/buyer.ts';
import { BUYER_KINDS, BuyerInput, BuyQuery, toBuyFlags } from '#lib/billing/schema.ts';
import { parse } from '#lib/http/parse.ts';
import { addressOf, readQuery, type SearchParams, word } from '#lib/http/search-params.ts';
import { chosenPlan } from '#lib/marketing/plans.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Before you pay', robots: { index: false } };

/** What the form posted, if it was refused. */
const Typed = { kind: z.enum(BUYER_KINDS), po_number: text(400), invoice_email: text(400), begin: word };

/** Asks what a checkout needs to know, for a buyer who comes from a link or without JavaScript. */
export default async function BuyDetailsPage({ searchParams }: { searchParams: SearchParams }) {
  const { error, kind, po_number: po, invoice_email: email, begin, ...flags } = await searchParams;
  const asked = BuyQuery.safeParse(flags);
  const plan = asked.success ? chosenPlan(paths.buy(toBuyFlags(asked.data))) : undefined;
  if (!asked.success || !plan) notFound();
  const actor = await requireUser(addressOf(paths.buyDetails({}), flags));
  const ctx = createContext({ headers: await headers() }, actor);
  const known = await askedByPage(findBuyer(ctx));
  const typed = readQuery(Typed, { kind, po_number: po, invoice_email: email, begin });
  const errors = error === undefined ? {} : errorsIn(typed);
  return (
    <div className="max-w-form space-y-6">
      <div className="space-y-2">
        <h1 className="text-heading font-semibold tracking-tight">Before you pay</h1>
        <p className="text-muted">
          {plan.name}, paid by the {plan.period}. You pay at Stripe, in the next step.
        </p>
      </div>
      {error !== undefined && (
        <Alert
          tone="error"
          text={
            Object.keys(errors).length
              ? 'Please complete the form. Nothing was charged.'
              : 'The checkout could not be opened. Nothing was charged. Please try again.'
          }
        />
      )}
      <BuyerForm purchase={asked.data} buyer={error === undefined ? known : shownAgain(typed)} errors={errors} />
    </div>
  );
}

type TypedValues = ReturnType<typeof readQuery<typeof Typed>>;

const shownAgain = ({ kind, po_number: po, invoice_email: email }: TypedValues) => ({
  kind: kind ?? null,
  po_number: po ?? null,
  invoice_email: email ?? null,
});

/** The error of each field, as the form's endpoint found it. */
function errorsIn(typed: TypedValues): Record<string, string> {
  try {
    parse(BuyerInput, typed, 'invalid');
    return {};
  } catch (error) {
    if (error instanceof DomainError) return error.fields ?? {};
    throw error;
  }
}
