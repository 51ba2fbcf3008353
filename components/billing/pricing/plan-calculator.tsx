'use client';

import { useId } from 'react';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import { suggestPlan } from '#lib/marketing/suggest-plan.ts';
import { CountField } from './count-field.tsx';
import { FittingPlan } from './fitting-plan.tsx';
import { useEstimate } from './use-estimate.ts';

/** Suggests a plan for a number of emails a day or of users. CSS marks the plan below (globals.css). */
export function PlanCalculator() {
  const id = useId();
  const { emails, users, emailsPerDay, problem, typedIn, onType } = useEstimate();
  const field = (name: 'emails' | 'users', value: string) => ({
    id: id + name,
    value,
    onChange: (text: string) => onType({ field: name, text }),
    isWrong: problem !== null && typedIn === name,
    problemId: `${id}problem`,
  });
  return (
    <div role="group" aria-label="Which plan fits" className="mt-3 flex flex-wrap items-end gap-3 noscript:hidden">
      <CountField label="Emails a day" {...field('emails', emails)}>
        <Tooltip
          label="Where to find this number"
          text="Your filter’s statistics count the messages it scanned. Add up all your servers."
        />
      </CountField>
      <span aria-hidden="true" className="flex h-11 items-center text-muted">
        =
      </span>
      <CountField label="Users" {...field('users', users)} />
      <output
        htmlFor={`${id}emails ${id}users`}
        className="flex min-h-15 w-full items-start text-small sm:min-h-11 sm:items-center sm:text-base lg:ml-3 lg:w-auto"
      >
        {problem && (
          <span id={`${id}problem`} className="text-red">
            {problem}
          </span>
        )}
        {emailsPerDay !== null && <FittingPlan suggestion={suggestPlan(emailsPerDay)} />}
        {!problem && emailsPerDay === null && (
          <span className="text-muted">Type either number to see which plan fits.</span>
        )}
      </output>
    </div>
  );
}
