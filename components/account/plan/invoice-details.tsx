'use client';

import { useQueryClient } from '@tanstack/react-query';
import { BUYER, useBuyer } from '#components/billing/purchase/use-buyer.ts';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Card } from '#components/ui/states/card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { InvoiceDetailsInput, LONGEST_PO } from '#lib/billing/schema.ts';
import type { BuyerView } from '#lib/billing/views.ts';

/** What a company has printed on its next invoices, and where they go. */
export function InvoiceDetails({ onDone }: { onDone: (text: string) => void }) {
  const query = useBuyer({ isNeeded: true });
  if (query.data?.kind === 'private') return null;
  return (
    <Card title="Invoice details">
      <QueryResult query={query} what="your invoice details" skeleton={<Skeleton className="h-40" />}>
        {(buyer) => <DetailsForm buyer={buyer} onDone={onDone} />}
      </QueryResult>
    </Card>
  );
}

function DetailsForm({ buyer, onDone }: { buyer: BuyerView; onDone: (text: string) => void }) {
  const client = useQueryClient();
  const api = useApiForm(InvoiceDetailsInput, async (body) => {
    client.setQueryData(BUYER, await orLogin(callApi('PUT /account/api/billing/buyer', { body })));
    onDone('Your next invoices are made out like this.');
  });
  return (
    <ApiForm api={api} action="" label="Invoices">
      {api.failure && <FailureAlert failure={api.failure} text={api.failure.message} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="po_number"
          label="PO number"
          hint="Printed on every invoice from the next one."
          defaultValue={buyer.po_number ?? ''}
          maxLength={LONGEST_PO}
        />
        <TextField
          name="invoice_email"
          label="Email for invoices"
          hint="Empty: the address of your account."
          type="email"
          defaultValue={buyer.invoice_email ?? ''}
        />
      </div>
      <SubmitButton place="start" busyText="Saving..." variant="secondary">
        Save
      </SubmitButton>
    </ApiForm>
  );
}
