'use client';

import { type ReactNode, useState } from 'react';
import { SupportLink } from '#components/layout/footer/support-link.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Day } from '#components/ui/data/short-time.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { paths } from '#lib/base/paths.ts';
import { customerDay, formatMoney } from '#lib/base/text/format.ts';
import type { BillingView, InvoiceView, SubscriptionView } from '#lib/billing/views.ts';
import { InvoiceBadge } from './invoice-badge.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { PlanName } from './plan-name.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useBilling } from './use-billing.ts';

type BillingPanelProps = {
  /** Leaves out the invoices and links to the page that has them; that page leaves out what it has above. */
  isSummary?: boolean;
};

/** What is charged next and how, with the invoices. Empty for users who never bought anything. */
export function BillingPanel({ isSummary = false }: BillingPanelProps) {
  const query = useBilling();
  const { data: status } = useUserStatus();
  // Until the response arrives, the user status tells whether there is probably something to show.
  if (query.data ? isEmpty(query.data, isSummary) : !status?.has_subscription || (status.is_manual && !isSummary))
    return null;
  return (
    <Frame isSummary={isSummary}>
      <QueryResult query={query} what="billing" skeleton={<SkeletonCard lines={5} />}>
        {(billing) => (
          <Content
            billing={billing}
            isSummary={isSummary}
            onRetry={() => void query.refetch()}
            isBusy={query.isFetching}
          />
        )}
      </QueryResult>
    </Frame>
  );
}

const isEmpty = ({ subscription, invoices, is_manual: isManual }: BillingView, isSummary: boolean) =>
  !subscription && !(isManual && isSummary) && !invoices?.length;

function Frame({ isSummary, children }: { isSummary: boolean; children: ReactNode }) {
  return (
    <section
      aria-labelledby="billing"
      ref={isSummary ? undefined : showIfLinked}
      className="scroll-mt-4 space-y-5 border-t pt-8"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="billing" className="scroll-mt-8 text-title font-semibold">
          Billing
        </h2>
        {isSummary && (
          <a href={`${paths.plan()}#billing`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            Plan and invoices
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

/** The page of the plan has this part only once the plan has arrived, too late for the browser to scroll to it. */
function showIfLinked(section: HTMLElement | null) {
  if (window.location.hash === '#billing') section?.scrollIntoView();
}

type ContentProps = { billing: BillingView; isSummary: boolean; onRetry: () => void; isBusy: boolean };

function Content({ billing, isSummary, onRetry, isBusy }: ContentProps) {
  const { subscription, other_subscriptions: others, invoices, stripe } = billing;
  return (
    <>
      {billing.is_manual && isSummary && <ManualPlan />}
      {subscription && <PlanFacts billing={billing} subscription={subscription} hasActions={isSummary} />}
      {others.map((other) => (
        <SecondSubscription key={`${other.product} ${other.current_period_end}`} subscription={other} />
      ))}
      {stripe === 'unavailable' && (
        <Alert tone="info" text="Our payment provider does not answer right now.">
          <p>Amounts and invoices come back with it. Your plan and your key are not affected.</p>
          <Button variant="secondary" size="sm" onClick={onRetry} disabled={isBusy}>
            {isBusy ? 'Asking...' : 'Try again'}
          </Button>
        </Alert>
      )}
      {!isSummary && invoices && invoices.length > 0 && <InvoiceTable invoices={invoices} />}
    </>
  );
}

/** A live subscription beside the one that counts: charged as well, without its own key. */
function SecondSubscription({ subscription }: { subscription: SubscriptionView }) {
  const { product, interval, quantity, status, cancel_at: end, current_period_end: renewal } = subscription;
  return (
    <section aria-label="Second subscription" className="space-y-2 rounded-md border bg-surface p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">Second subscription:</span>
        <span>
          <PlanName product={product} quantity={quantity} />, {interval === 'year' ? 'yearly' : 'monthly'}
        </span>
        <StatusBadge status={status} endsAt={end} />
      </p>
      <p className="max-w-measure text-muted">
        It is charged as well{renewal && !end && <>, next on {customerDay(new Date(renewal))}</>}. To end it, write to{' '}
        <SupportLink />.
      </p>
    </section>
  );
}

/** For a customer whose plan an admin manages. */
export function ManualPlan() {
  return (
    <p className="max-w-measure text-muted">
      Your plan is managed by us: there is nothing to pay here. For questions write to <SupportLink />.
    </p>
  );
}

const SHOWN_FIRST = 6;

/** Invoices, newest first, each with its PDF. */
function InvoiceTable({ invoices }: { invoices: InvoiceView[] }) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <div className="space-y-3">
      <Table caption="Invoices">
        <TableHead>
          <HeaderCell>Number</HeaderCell>
          <HeaderCell>Date</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell isNumeric>Amount</HeaderCell>
          <HeaderCell>File</HeaderCell>
        </TableHead>
        <TableBody>
          {(isWhole ? invoices : invoices.slice(0, SHOWN_FIRST)).map((invoice) => (
            <InvoiceRow key={invoice.number} invoice={invoice} />
          ))}
        </TableBody>
      </Table>
      {invoices.length > SHOWN_FIRST && (
        <Button variant="secondary" size="sm" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${invoices.length}`}
        </Button>
      )}
    </div>
  );
}

function InvoiceRow({ invoice }: { invoice: InvoiceView }) {
  const { number, created, status, pdf_url: pdf } = invoice;
  return (
    <Row>
      <RowHeader>
        <span className="font-mono">{number}</span>
      </RowHeader>
      <Cell label="Date">
        <Day at={new Date(created)} />
      </Cell>
      <Cell label="Status">
        <InvoiceBadge status={status} />
      </Cell>
      <Cell label="Amount" isNumeric>
        {formatMoney(invoice)}
      </Cell>
      <Cell>
        {pdf && (
          <a href={pdf} className="underline underline-offset-4">
            PDF<span className="sr-only"> of invoice {number}</span>
          </a>
        )}
      </Cell>
    </Row>
  );
}
