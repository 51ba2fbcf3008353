'use client';

import { InvoiceBadge } from '#components/billing/subscription/invoice-badge.tsx';
import { Day } from '#components/ui/data/short-time.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonText } from '#components/ui/states/skeleton.tsx';
import { formatMoney } from '#lib/base/text/format.ts';
import { Nothing, PanelSection } from '../../../_components/frame/panel-section.tsx';
import { useCustomerBilling } from './use-customer-billing.ts';

/** A customer's invoices, the newest first, each as a PDF and as Stripe's page. */
export function Invoices({ userId }: { userId: string }) {
  const query = useCustomerBilling(userId);
  return (
    <PanelSection title="Invoices">
      <QueryResult query={query} what="the invoices" skeleton={<SkeletonText lines={3} />}>
        {({ invoices, stripe }) =>
          invoices?.length ? (
            <ul className="divide-y text-small">
              {invoices.map(({ number, created, amount, currency, status, pdf_url: pdf, page_url: page }) => (
                <li key={number} className="flex justify-between gap-x-3 py-2">
                  <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                    {page ? (
                      <a href={page} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                        Invoice {number}
                      </a>
                    ) : (
                      <span>Invoice {number}</span>
                    )}
                    <span className="text-muted">
                      <Day at={new Date(created)} />
                    </span>
                    <span className="tabular-nums">{formatMoney({ amount, currency })}</span>
                    {status !== 'paid' && <InvoiceBadge status={status} />}
                  </span>
                  {pdf && (
                    <a href={pdf} aria-label={`PDF of invoice ${number}`} className="underline underline-offset-4">
                      PDF
                    </a>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <Nothing>{stripe === 'unavailable' ? 'Stripe does not answer right now.' : 'No invoice.'}</Nothing>
          )
        }
      </QueryResult>
    </PanelSection>
  );
}
