'use client';

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { KeyGoesLive, useSecondsLeft } from '#components/fuzzy-keys/key-goes-live.tsx';
import { InstallFiles } from '#components/fuzzy-keys/quick-setup.tsx';
import { TestMessage } from '#components/fuzzy-keys/test-message.tsx';
import { useGuide } from '#components/fuzzy-keys/use-guide.ts';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { classNames } from '#components/ui/look/class-names.ts';
import { Mark } from '#components/ui/look/mark.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { FirstMatch, Hello, LastRequest, useLastRequest } from '#components/usage/last-request.tsx';
import { paths } from '#lib/base/paths.ts';
import { customerTime } from '#lib/base/text/format.ts';
import { CHECKLIST, type ChecklistStep } from '#lib/base/checklist.ts';
import type { LastRequestView } from '#lib/usage/views.ts';
import { useStanding } from './use-standing.ts';

type ChecklistProps = { publicKey: string; forbiddenFlags: readonly number[] };
type StepState = 'done' | 'now' | 'later';

/** The state of each step. The first request proves that the key is live and that the command was run. */
function useSteps(): { last: LastRequestView | undefined; states: Record<ChecklistStep, StepState> } {
  const { data: last } = useLastRequest();
  const left = useSecondsLeft(last?.live_in_seconds ?? 0);
  const hasRequest = Boolean(last?.at);
  const hasMatch = Boolean(last?.first_match);
  const isLive = last !== undefined && ((left === 0 && !last.waits_for_hosts) || hasRequest);
  return {
    last,
    states: {
      live: isLive ? 'done' : 'now',
      command: hasRequest ? 'done' : 'now',
      hello: hasRequest ? 'done' : isLive ? 'now' : 'later',
      match: hasMatch ? 'done' : hasRequest ? 'now' : 'later',
    },
  };
}

/** From the payment to protected mail: each step turns green when the storage hosts report it. */
export function Checklist({ publicKey, forbiddenFlags }: ChecklistProps) {
  const { last, states } = useSteps();
  const { guide } = useGuide(publicKey, forbiddenFlags);
  const key = { publicKey, forbiddenFlags };
  return (
    <section aria-labelledby="quick-setup" className="space-y-6 border-t pt-8">
      <h2 id="quick-setup" className="text-title font-semibold">
        Quick Setup
      </h2>
      <p role="status" className="sr-only">
        {last && announced(states)}
      </p>
      {last?.first_match && <Protected since={last.first_match.at} />}
      <ol className="space-y-8">
        <Step name="live" number={1} state={states.live}>
          <KeyGoesLive
            seconds={last?.at ? 0 : (last?.live_in_seconds ?? 0)}
            waitsForHosts={!last?.at && last?.waits_for_hosts}
          />
        </Step>
        <Step name="command" number={2} state={states.command}>
          {states.command === 'done' ? (
            <details>
              <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted hover:text-ink">
                The command, for your next server
              </summary>
              <div className="mt-3 space-y-3">
                <Commands>
                  <InstallFiles {...key} />
                </Commands>
              </div>
            </details>
          ) : (
            <Commands>
              <InstallFiles {...key} />
            </Commands>
          )}
        </Step>
        <Step name="hello" number={3} state={states.hello}>
          {last?.at ? <Hello last={last} /> : <Waiting />}
        </Step>
        <Step name="match" number={4} state={states.match}>
          {last?.first_match ? (
            <p className="text-muted">
              <FirstMatch match={last.first_match} />
            </p>
          ) : (
            <Commands>
              <TestMessage guide={guide} forbiddenFlags={forbiddenFlags} />
            </Commands>
          )}
        </Step>
      </ol>
    </section>
  );
}

/** What the owner runs. An admin who looks at the account finds it in the guide. */
const Commands = ({ children }: { children: ReactNode }) => (
  <Acts>
    <div data-commands="" className="space-y-3">
      {children}
    </div>
  </Acts>
);

const Waiting = () => (
  <p className="max-w-measure text-muted">
    <strong className="font-medium text-ink">Waiting for the first request.</strong> Send a message through your server,
    or continue with step 4. Nothing arrives?{' '}
    <Acts instead="Check the connection">
      <a href={`${paths.setup}#check`} className="text-ink underline underline-offset-4">
        Check the connection
      </a>
    </Acts>
    .
  </p>
);

/** Announced when a step turns green; the texts beside it change each second or minute. */
function announced(states: Record<ChecklistStep, StepState>): string {
  const done = (Object.keys(CHECKLIST) as ChecklistStep[]).filter((name) => states[name] === 'done');
  const newest = done.at(-1);
  return newest ? `Done: ${CHECKLIST[newest]}. ${done.length} of ${Object.keys(CHECKLIST).length} steps.` : '';
}

/** The end of the list, with the numbers of the first day as they come in. */
function Protected({ since }: { since: string }) {
  const { data: standing } = useStanding();
  const day = standing?.last_day;
  return (
    <div className="flex items-center gap-4 rounded-md bg-signal-soft px-4 py-3">
      <Mark className="size-8 shrink-0" />
      <div>
        <p className="font-medium text-signal">Protected since {customerTime(new Date(since))}</p>
        <p className="text-small text-ink">
          {day
            ? `${exactNumber(day.requests)} requests in the last 24 hours, ${exactNumber(day.hits)} matched a known hash.`
            : 'The numbers of your first day appear here.'}
        </p>
      </div>
    </div>
  );
}

type StepProps = { name: ChecklistStep; number: number; state: StepState; children: ReactNode };

function Step({ name, number, state, children }: StepProps) {
  return (
    <li data-state={state} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:gap-x-4">
      <StepMark number={number} state={state} />
      <div className="space-y-3 max-sm:contents">
        <h3 className={classNames('pt-0.5 font-medium', state === 'later' && 'text-muted')}>{CHECKLIST[name]}</h3>
        <div className="min-w-0 space-y-3 max-sm:col-span-full max-sm:mt-3">{children}</div>
      </div>
    </li>
  );
}

const MARKS: Readonly<Record<StepState, { look: string; text: string }>> = {
  done: { look: 'border-signal bg-signal text-on-signal', text: 'Done:' },
  now: { look: 'border-ink text-ink', text: 'Now:' },
  later: { look: 'border-line-strong text-muted', text: 'Then:' },
};

function StepMark({ number, state }: { number: number; state: StepState }) {
  const { look, text } = MARKS[state];
  return (
    <span className={classNames('flex size-7 items-center justify-center rounded-full border text-small', look)}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">{state === 'done' ? <Check className="size-4" /> : number}</span>
    </span>
  );
}

/** The states of the steps in one line, for a page that has the steps as its own sections. */
export function ChecklistProgress() {
  const { last, states } = useSteps();
  if (!last?.has_key) return null;
  if (last.first_match) return <LastRequest hasMessage />;
  return (
    <ol aria-label="Your setup" className="flex flex-wrap gap-x-6 gap-y-2 rounded-md border bg-surface px-4 py-3">
      {(Object.keys(CHECKLIST) as ChecklistStep[]).map((name, index) => (
        <li key={name} data-state={states[name]} className="flex items-center gap-2 text-small">
          <StepMark number={index + 1} state={states[name]} />
          <span className={states[name] === 'later' ? 'text-muted' : undefined}>{CHECKLIST[name]}</span>
        </li>
      ))}
    </ol>
  );
}
