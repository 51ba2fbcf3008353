'use client';

import type { ReactNode } from 'react';
import { useMay } from '#components/account/membership.ts';
import { useBilling } from '#components/billing/subscription/use-billing.ts';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { paths, withQuery } from '#lib/base/paths.ts';
import { customerDay, formatMoney } from '#lib/base/text/format.ts';
import { MINUTE } from '#lib/base/time.ts';
import { offerText, pathOfChange } from '#lib/billing/fitting-plan.ts';
import type { FittingChange } from '#lib/billing/views.ts';
import type { StandingView } from '#lib/standing/views.ts';
import { forecastText, hitRateText, nearText, shareText, silenceText } from './standing-text.ts';
import { useStanding } from './use-standing.ts';

/** The most important message about the subscriber's key, with one action. Shows nothing without a key. */
export function StatusStrip({ status, endsAt }: { status: string | null; endsAt: string | null }) {
  const { data, dataUpdatedAt, isPending } = useStanding({ refetchInterval: MINUTE });
  if (isPending) return <Skeleton className="h-18 w-full" />;
  return data ? <Strip standing={data} status={status} endsAt={endsAt} now={dataUpdatedAt} /> : null;
}

type StripProps = { standing: StandingView; status: string | null; endsAt: string | null; now: number };

function Strip({ standing, status, endsAt, now }: StripProps) {
  switch (standing.standing) {
    case 'unpaid':
      return <Unpaid status={status} />;
    case 'past_due':
      return <PastDue />;
    case 'over':
      return (
        <Alert tone="warning" text={`You are over your daily limit: ${shareText(standing)}.`}>
          <p className="text-ink">
            Requests above your rate may be refused: Rspamd logs FUZZY_RATELIMITED, and that mail is filtered without
            our hashes.
          </p>
          <RaiseLimit raise={standing.raise} />
        </Alert>
      );
    case 'silent':
      return (
        <Alert tone="warning" text={silenceText(standing, now)}>
          <p className="text-ink">Your servers asked before and have stopped. Mail is filtered without our hashes.</p>
          <Actions>
            <a href={`${paths.setup}#summary`} className={buttonClass({ size: 'sm' })}>
              Troubleshoot
            </a>
          </Actions>
        </Alert>
      );
    case 'near':
      return (
        <Alert tone="warning" text={nearText(standing)}>
          <p className="text-ink">{forecastText(standing)}</p>
          <RaiseLimit raise={standing.raise} />
        </Alert>
      );
    case 'fine':
      if (endsAt) return <Leaving endsAt={endsAt} />;
      return (
        <Alert tone="success" text="Your key works.">
          <p className="text-ink">{hitRateText(standing)}</p>
        </Alert>
      );
    default:
      return null;
  }
}

/** The plan was cancelled, and its key works until the end. */
function Leaving({ endsAt }: { endsAt: string }) {
  const mayPay = useMay('pay');
  return (
    <Alert tone="warning" text={`Your plan ends on ${customerDay(new Date(endsAt))}.`}>
      <p className="text-ink">Your key works until then.</p>
      {mayPay && (
        <Actions>
          <a href={paths.plan()} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            Resume plan
          </a>
        </Actions>
      )}
    </Alert>
  );
}

const at = (flow: string) => withQuery(paths.billing, { flow });

/** For a member who may not see the invoices. */
const ASK_PAYER = 'An owner or a billing member of the account can pay.';

/** Says that the key is off until billing is settled, with the way to pay. */
export function Unpaid({ status }: { status: string | null }) {
  const mayPay = useMay('pay');
  const text = `Your subscription is ${status ?? 'unpaid'}: your key does not work.`;
  if (mayPay) return <UnpaidToPay text={text} />;
  return (
    <Alert tone="error" text={text}>
      <p className="text-ink">{ASK_PAYER}</p>
    </Alert>
  );
}

function UnpaidToPay({ text }: { text: string }) {
  const { data } = useBilling();
  const open = data?.open_invoice;
  return (
    <Alert tone="error" text={text}>
      <p className="min-h-5 text-ink">
        {data && (open ? `${formatMoney(open)} is not paid. ` : '')}
        {data && 'The key works again once billing is settled.'}
      </p>
      <Actions>
        <a href={open ? at('pay') : paths.billing} className={buttonClass({ size: 'sm' })}>
          {open ? `Pay ${formatMoney(open)} now` : 'Open billing'}
        </a>
      </Actions>
    </Alert>
  );
}

function PastDue() {
  const mayPay = useMay('pay');
  if (mayPay) return <PastDueToPay />;
  return (
    <Alert tone="warning" text={PAST_DUE}>
      <p className="text-ink">{ASK_PAYER}</p>
    </Alert>
  );
}

const PAST_DUE = 'Your payment failed. Your key still works while we try again.';

function PastDueToPay() {
  const open = useBilling().data?.open_invoice;
  return (
    <Alert tone="warning" text={PAST_DUE}>
      <p className="min-h-5 font-medium text-ink">
        {open && `${formatMoney(open)} is not paid. `}
        {open?.next_attempt && `We try again on ${customerDay(new Date(open.next_attempt))}.`}
      </p>
      <p className="text-ink">If we can’t collect the payment, your subscription ends and your key stops working.</p>
      <Actions>
        <a href={at('pay')} className={buttonClass({ size: 'sm' })}>
          Pay now
        </a>
        <a href={at('card')} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          Use another card
        </a>
      </Actions>
    </Alert>
  );
}

const Actions = ({ children }: { children: ReactNode }) => (
  <Acts>
    <p className="flex flex-wrap gap-2 pt-1">{children}</p>
  </Acts>
);

/** Links to the change of plan with the fitting plan selected. If no plan fits, links to our email address. */
function RaiseLimit({ raise }: { raise: FittingChange | null }) {
  const { supportMail } = useContacts();
  const mayPay = useMay('pay');
  if (!mayPay) return <p className="text-ink">An owner or a billing member of the account can raise it.</p>;
  if (!raise)
    return (
      <Actions>
        <a href={`mailto:${supportMail}`} className={buttonClass({ size: 'sm' })}>
          Write to us
        </a>
      </Actions>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
      <Acts>
        <a href={pathOfChange(raise)} className={buttonClass({ size: 'sm' })}>
          Raise limit
        </a>
      </Acts>
      <span className="text-ink">{offerText(raise)}</span>
    </div>
  );
}
