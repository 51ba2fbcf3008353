import type { Metadata, Route } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { text } from '#lib/base/text/text.ts';
import { getCheckoutOutcome } from '#lib/billing/purchase/outcome.ts';
import { addressOf, readQuery, type SearchParams } from '#lib/http/search-params.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { CheckAgain } from './_components/check-again.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your purchase', robots: { index: false } };

export default async function BillingReturnPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const sessionId = readQuery({ session_id: text(300) }, query).session_id ?? '';
  const actor = await requireUser(addressOf(paths.billingReturn, query));
  const ctx = createContext({ headers: await headers() }, actor);
  const { state } = await askedByPage(getCheckoutOutcome(ctx, sessionId));
  if (state === 'active') redirect(paths.start({ paid: '1' }) as Route);
  return <CheckoutOutcome state={state} />;
}

const TEXTS = {
  processing: {
    title: 'Payment received. Your key is being prepared.',
    text: 'This takes a few seconds. This page refreshes automatically.',
  },
  awaiting_payment: {
    title: 'Your bank is processing the payment',
    text: 'This can take a few days. You get an email as soon as your key is ready.',
  },
  unavailable: {
    title: 'The payment provider is not responding',
    text: 'If you have paid, your key will appear here and in your inbox. This page refreshes automatically.',
  },
  unpaid: {
    title: 'The payment was not completed',
    text: 'Nothing was charged. You can try again at any time.',
  },
  unknown: {
    title: 'Purchase not found',
    text: 'It may belong to another account. Your own plan is on the dashboard. Questions? Write to',
  },
} as const;

/** The outcome of a checkout without a plan yet, as our server knows it. */
function CheckoutOutcome({ state }: { state: keyof typeof TEXTS }) {
  const { title, text } = TEXTS[state];
  return (
    <div className="max-w-3xl space-y-4">
      <div aria-live="polite" className="space-y-4">
        <h1 className="text-heading font-semibold tracking-tight">{title}</h1>
        <p className="max-w-measure text-muted">
          {text}
          {state === 'unknown' && ` ${contacts().supportMail}.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 pt-2">
        {state === 'unpaid' && (
          <a href={paths.pricing} className={buttonClass()}>
            See the plans
          </a>
        )}
        {(state === 'processing' || state === 'unavailable') && <CheckAgain />}
        <a href={paths.dashboard} className={buttonClass({ variant: 'secondary' })}>
          Go to dashboard
        </a>
      </div>
    </div>
  );
}
