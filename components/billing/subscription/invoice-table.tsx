'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Day } from '#components/ui/data/short-time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { InvoiceView } from '#lib/billing/views.ts';
import { formatMoney } from '#lib/format.ts';

const SHOWN_FIRST = 6;
const TONES: Readonly<Record<string, 'good' | 'bad'>> = { paid: 'good', open: 'bad', uncollectible: 'bad' };

/** Invoices, newest first, each with its PDF. */
export function InvoiceTable({ invoices }: { invoices: InvoiceView[] }) {
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
        <Badge tone={TONES[status]}>{status}</Badge>
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
