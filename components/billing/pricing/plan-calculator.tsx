'use client';

import { type ReactNode, useId } from 'react';
import { Input } from '#components/ui/fields/input.tsx';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import { paths } from '#lib/base/paths.ts';
import { type Suggestion, suggestPlan } from '#lib/marketing/suggest-plan.ts';
import { ENTERPRISE_EMAILS, formatCount, formatPounds, TIERS } from '#lib/marketing/tiers.ts';
import { type EstimateFields, LONGEST_COUNT, useEstimate } from './use-estimate.ts';

/** Suggests a plan for a number of emails a day or of users. CSS marks the plan below (globals.css). Shown once all of it arrived. */
export function PlanCalculator() {
  const estimate = useEstimate();
  const id = useId();
  const { problem, emailsPerDay } = estimate;
  return (
    <div
      role="group"
      aria-label="Which plan fits"
      className="mt-3 flex flex-wrap items-end gap-3 not-has-[output]:invisible noscript:hidden"
    >
      <VolumeFields id={id} {...estimate} />
      <output
        htmlFor={`${id}emails ${id}users`}
        className="flex min-h-15 w-full items-start text-small sm:min-h-11 sm:items-center sm:text-base lg:ml-3 lg:w-auto"
      >
        {problem && <Problem id={id} text={problem} />}
        {emailsPerDay !== null && <FittingPlan suggestion={suggestPlan(emailsPerDay)} />}
        {!problem && emailsPerDay === null && (
          <span className="text-muted">Type either number to see which plan fits.</span>
        )}
      </output>
    </div>
  );
}

/** What is wrong with the typed number. `id` is that of the fields. */
export const Problem = ({ id, text }: { id: string; text: string }) => (
  <span id={`${id}problem`} className="text-red">
    {text}
  </span>
);

/** The two linked fields: emails a day, and users. */
export function VolumeFields({ id, emails, users, problem, typedIn, onType }: EstimateFields & { id: string }) {
  const field = (name: 'emails' | 'users', value: string) => ({
    id: id + name,
    value,
    onChange: (text: string) => onType({ field: name, text }),
    isWrong: problem !== null && typedIn === name,
    problemId: `${id}problem`,
  });
  return (
    <>
      <CountField label="Emails a day" name="emails" {...field('emails', emails)}>
        <Tooltip
          label="Where to find this number"
          text="Your filter’s statistics count the messages it scanned. Add up all your servers."
        />
      </CountField>
      <span aria-hidden="true" className="flex h-11 items-center text-muted">
        =
      </span>
      <CountField label="Users" {...field('users', users)} />
    </>
  );
}

/** Names the plan that fits, with its emails a day and its price in the chosen period. */
function FittingPlan({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.plan === 'Enterprise')
    return (
      <p data-fits="Enterprise">
        <strong className="font-semibold">Enterprise</strong> fits. From {formatCount(ENTERPRISE_EMAILS)} emails a day
        the price is agreed with sales.
      </p>
    );
  const { plan, quantity } = suggestion;
  const { emails, monthly, yearly } = TIERS[plan];
  return (
    <p data-fits={plan}>
      <strong className="font-semibold">
        {plan}
        {quantity > 1 && ` × ${quantity}`}
      </strong>{' '}
      fits: {formatCount(quantity * emails)} emails a day for{' '}
      <span className="when-monthly">{formatPounds(quantity * monthly)} + VAT per month.</span>
      <span className="when-yearly">{formatPounds(quantity * yearly)} + VAT per year.</span>
      {quantity > 1 && (
        <>
          {' '}
          <a href={paths.buy({ quantity: String(quantity) })} className={`when-monthly ${LINK}`}>
            Buy {plan} × {quantity}
          </a>
          <a href={paths.buy({ yearly: '1', quantity: String(quantity) })} className={`when-yearly ${LINK}`}>
            Buy {plan} × {quantity}
          </a>
        </>
      )}
    </p>
  );
}

const LINK = 'text-ink underline underline-offset-4';

type CountFieldProps = {
  id: string;
  name?: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  isWrong: boolean;
  /** The id of the element with the error text. */
  problemId: string;
  children?: ReactNode;
};

/** A field for a number as people type it: `30000`, `30,000`, `30k`. Children are shown beside the label. */
function CountField({ id, name, label, value, onChange, isWrong, problemId, children }: CountFieldProps) {
  return (
    <div className="min-w-0 flex-1 basis-28 lg:max-w-36">
      <div className="mb-1 flex items-center gap-1">
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        {children}
      </div>
      <Input
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={LONGEST_COUNT}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? problemId : undefined}
        className="font-mono"
      />
    </div>
  );
}
