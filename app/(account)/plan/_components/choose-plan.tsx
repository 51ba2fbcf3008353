'use client';

import { useDeferredValue, useId } from 'react';
import { ChangePreview } from '#components/billing/subscription/change-preview.tsx';
import { Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { MOST_UNITS } from '#lib/billing/plan.ts';
import type { PlanView } from '#lib/billing/views.ts';
import { ConfirmChange } from './confirm-change.tsx';
import { limitOf, type Subscribed } from './plan-texts.ts';
import { PlanStops } from './plan-stops.tsx';
import { Traffic } from './traffic.tsx';
import { isOther, useChoice } from './use-choice.ts';

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const;

type ChooseProps = { plan: PlanView; subscription: Subscribed; onDone: (text: string) => void };

/** Chooses plan, quantity and interval, shows what that costs and covers, and confirms it with the saved card. */
export function ChoosePlan({ plan, subscription, onDone }: ChooseProps) {
  const id = useId();
  const { choice, quantityText, change, choose, reset } = useChoice(subscription);
  const later = useDeferredValue(change);
  const shown = later && isOther(later, subscription) ? later : null;
  return (
    <Card
      title="Change plan"
      actions={<Interval value={choice.interval} onChange={(interval) => choose({ interval })} />}
    >
      <div className="space-y-5">
        <PlanStops subscription={subscription} choice={choice} onChoose={(name) => choose({ plan: name })} />
        <div className="grid gap-5 md:grid-cols-[14rem_minmax(0,1fr)]">
          <Field
            id={`${id}-quantity`}
            label="Quantity"
            hint={change ? limitOf(change) : undefined}
            error={change ? undefined : `A whole number from 1 to ${MOST_UNITS}.`}
          >
            <Input
              id={`${id}-quantity`}
              inputMode="numeric"
              autoComplete="off"
              value={quantityText}
              onChange={(event) => choose({ quantity: event.target.value })}
              aria-invalid={change === null || undefined}
              className="font-mono"
            />
          </Field>
          <div className="min-w-0 space-y-4">
            {change && <Traffic chosen={change} />}
            <ChangePreview change={shown} />
            {shown && (
              <ConfirmChange
                key={`${shown.plan} ${shown.interval} ${shown.quantity}`}
                change={shown}
                plan={plan}
                subscription={subscription}
                onDone={(text) => {
                  reset();
                  onDone(text);
                }}
              />
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}

type IntervalProps = { value: 'month' | 'year'; onChange: (value: 'month' | 'year') => void };

const Interval = (props: IntervalProps) => <Segmented legend="Billing period" options={INTERVALS} {...props} />;
