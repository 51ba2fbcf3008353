import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { contacts } from '#lib/contacts.ts';
import { paths } from '#lib/paths.ts';
import { CheckAgain } from './check-again.tsx';

const TEXTS = {
  active: {
    title: 'Your plan is active',
    text: 'One step is left: put your key on your mail servers. You find all of this on the dashboard, too.',
  },
  processing: {
    title: 'Payment received, we are preparing your key',
    text: 'This takes a few seconds. The page looks again by itself.',
  },
  awaiting_payment: {
    title: 'Your bank is making the payment',
    text: 'This can take some days. We mail you as soon as it has arrived and your key is ready.',
  },
  unavailable: {
    title: 'Our payment provider does not answer right now',
    text: 'If you have paid, your key comes by itself, and by mail. The page looks again by itself.',
  },
  unpaid: {
    title: 'The payment was not completed',
    text: 'Nothing was charged. You can start again whenever you like.',
  },
  unknown: {
    title: 'We do not know this purchase',
    text: 'It may belong to another account. Your own plan is on the dashboard; for questions write to',
  },
} as const;

/** The outcome of a checkout, as our server knows it. */
export function CheckoutOutcome({ state, children }: { state: keyof typeof TEXTS; children?: ReactNode }) {
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
      {children}
      <div className="flex flex-wrap gap-2 pt-2">
        {state === 'unpaid' && (
          <a href={paths.pricing} className={buttonClass()}>
            See the plans
          </a>
        )}
        {(state === 'processing' || state === 'unavailable') && <CheckAgain />}
        <a href={paths.dashboard} className={buttonClass({ variant: state === 'active' ? 'primary' : 'secondary' })}>
          Go to Dashboard
        </a>
      </div>
    </div>
  );
}
