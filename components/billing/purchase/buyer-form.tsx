'use client';

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { describedBy, Field, FieldTexts } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { RadioGroup } from '#components/ui/fields/radio-group.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { AcceptanceNote } from '#components/form/acceptance-note.tsx';
import { paths } from '#lib/base/paths.ts';
import { refundWords } from '#lib/base/promises.ts';
import { BUYER_KINDS, type BuyerInput, LONGEST_PO, type Purchase, toBuyFlags, WHO_BUYS } from '#lib/billing/schema.ts';
import type { BuyerView } from '#lib/billing/views.ts';
import { chosenPlan } from '#lib/marketing/plans.ts';
import { withVat } from '#lib/marketing/tiers.ts';
import { PurchaseFields } from './purchase-fields.tsx';

type BuyerFormProps = {
  purchase: Purchase;
  /** what was said before, or typed into the form that was refused */
  buyer: BuyerView;
  errors?: Readonly<Record<string, string>>;
};

/**
 * Asks who buys before the checkout: a company, with what belongs on its invoices, or a private person, with the price
 * that this person pays and the right to withdraw. Also a plain form, which works without JavaScript.
 */
export function BuyerForm({ purchase, buyer, errors: refused = {} }: BuyerFormProps) {
  const [kind, setKind] = useState(buyer.kind);
  const [isUnanswered, setUnanswered] = useState(false);
  const { submit, failure, isBusy } = useSubmit(paths.buy(toBuyFlags(purchase)));
  const errors = failure ? failure.fields : refused;
  const plan = chosenPlan(paths.buy(toBuyFlags(purchase)));
  const { ukVatPercent: vat } = useContacts();
  if (!plan) return null;
  const hints = {
    company: `${plan.price} + VAT per ${plan.period}. Your VAT ID comes at the checkout.`,
    private: `${withVat(plan.pounds, vat)} per ${plan.period}, with ${vat}% UK VAT. The checkout shows the price with your country’s VAT.`,
  };
  return (
    <form
      method="post"
      action="/buy/details/form"
      aria-label="Who it is for"
      onSubmit={submit}
      onInvalidCapture={(event) => {
        if (!(event.target instanceof HTMLInputElement) || event.target.name !== 'kind') return;
        event.preventDefault(); // the browser's own bubble covers the prices
        setUnanswered(true);
      }}
      className="group/buyer space-y-5"
    >
      {failure && Object.keys(errors).length === 0 && <FailureAlert failure={failure} text={failure.message} />}
      <PurchaseFields purchase={purchase} />
      <RadioGroup
        legend="Who is it for?"
        name="kind"
        required
        defaultValue={buyer.kind ?? ''}
        onChange={(value) => {
          setKind(value as BuyerView['kind']);
          setUnanswered(false);
        }}
        options={BUYER_KINDS.map((value) => ({
          value,
          label: value === 'company' ? 'For a company' : 'For myself',
          hint: hints[value],
        }))}
      />
      {(errors['kind'] || isUnanswered) && (
        <p role="alert" className="text-small text-red">
          {errors['kind'] ?? WHO_BUYS}
        </p>
      )}
      <div className="hidden space-y-4 group-has-[[value=company]:checked]/buyer:block">
        <CompanyFields buyer={buyer} errors={errors} />
      </div>
      <div className="hidden group-has-[[value=private]:checked]/buyer:block">
        <BeginAtOnce error={errors['begin']} isRequired={kind === 'private'} />
      </div>
      <div className="space-y-3">
        <AcceptanceNote button="Proceed to Purchase" />
        <button type="submit" disabled={isBusy} className={buttonClass({ size: 'lg' }, 'w-full')}>
          {isBusy ? 'Opening the checkout...' : 'Proceed to Purchase'}
        </button>
      </div>
    </form>
  );
}

/**
 * Stores the answers, then goes to `/buy`: the policy of a page with this form lets no form lead to the checkout of
 * another site.
 */
function useSubmit(buyUrl: string) {
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (fields: Record<string, unknown>) =>
      callApi('POST /account/api/billing/buyer', { body: fields as BuyerInput }),
    onSuccess: () => window.location.assign(buyUrl),
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return { submit, failure: error instanceof ApiError ? error : null, isBusy: isPending || isSuccess };
}

function CompanyFields({ buyer, errors }: Pick<Required<BuyerFormProps>, 'buyer' | 'errors'>) {
  return (
    <>
      <InvoiceField
        name="po_number"
        label="PO number (optional)"
        hint="Printed on every invoice."
        error={errors['po_number']}
        value={buyer.po_number}
        maxLength={LONGEST_PO}
      />
      <InvoiceField
        name="invoice_email"
        label="Email for invoices (optional)"
        hint="Otherwise they go to the address of your account."
        error={errors['invoice_email']}
        value={buyer.invoice_email}
        type="email"
      />
    </>
  );
}

type InvoiceFieldProps = {
  name: string;
  label: string;
  hint: string;
  error: string | undefined;
  value: string | null;
  type?: 'email';
  maxLength?: number;
};

function InvoiceField({ name, label, hint, error, value, ...props }: InvoiceFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Input
        id={id}
        name={name}
        defaultValue={value ?? ''}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { hint, error })}
        {...props}
      />
    </Field>
  );
}

/** A private buyer's request: without it, a seller would have to wait for the end of the right to withdraw. */
function BeginAtOnce({ error, isRequired }: { error: string | undefined; isRequired: boolean }): ReactNode {
  const id = useId();
  const hydrated = useHydrated();
  const { withdrawalRefund } = useContacts();
  return (
    <div className="space-y-2">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
        {/* Not required before hydration: hidden behind “For a company”, it would stop the form. */}
        <Checkbox
          id={id}
          name="begin"
          value="1"
          required={hydrated && isRequired}
          aria-describedby={describedBy(id, { error })}
        />
        <label htmlFor={id} className="text-small leading-6 font-medium">
          Start at once: I want the key now
        </label>
        <div className="col-start-2">
          <FieldTexts id={id} error={error} />
        </div>
      </div>
      <p className="text-small text-muted">
        For 14 days after the day of the purchase you may withdraw without a reason, on your plan page. If you do,{' '}
        {refundWords[withdrawalRefund].purchase}.
      </p>
    </div>
  );
}
