'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#components/ui/actions/button.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import type { DeskReport } from '#lib/hash-reports/views.ts';
import { LoadFailure } from '../../_components/frame/load-failure.tsx';
import { useListKeys } from '../../_components/lists/use-list-keys.ts';
import { Decisions } from './decisions.tsx';
import { type Decided, settles, useDesk, useJudge, type Verdict } from './desk-queries.ts';
import { DeskEntry } from './desk-entry.tsx';
import type { DeskState } from './desk-keys.ts';
import { Hints } from './hints.tsx';

/** For this long after a report has come up, the keys of verdicts do nothing: the press was meant for the one before. */
const ARMING_MS = 400;
const SHOWN_DECISIONS = 3;
/** The next page is read when so few reports are left. */
const FEW = 5;

const EMPTY: Readonly<Record<DeskState, { title: string; text: string }>> = {
  waiting: { title: 'Nothing to judge', text: 'Reports of customers wait here for a verdict.' },
  asked: { title: 'No open questions', text: 'Reports that you asked back about wait here for the customer.' },
  done: { title: 'Nothing decided yet', text: 'Reports that were judged are listed here.' },
};

/** A report that was asked back about is not asked again before its answer. */
const VERDICTS: Readonly<Record<DeskState, readonly Verdict[]>> = {
  waiting: ['remove', 'keep', 'ask'],
  asked: ['remove', 'keep'],
  done: [],
};

/** The desk: one report after the other, opened in the list, and judged by keyboard or by its buttons. */
export function Desk({ state }: { state: DeskState }) {
  const query = useDesk(state);
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const reports = data?.pages.flatMap((page) => page.reports);
  const [decisions, setDecisions] = useState<readonly Decided[]>([]);
  const left = reports?.length ?? FEW;
  const readOn = useEffectEvent(() => void fetchNextPage());
  const isShort = state !== 'done' && hasNextPage && !isFetchingNextPage && left < FEW;
  useEffect(() => {
    if (isShort) readOn();
  }, [isShort]);
  return (
    <div className="space-y-4">
      <Decisions decisions={decisions} />
      <Stale query={query} what="The list of reports" />
      <QueryResult
        query={{ ...query, data: reports }}
        what="the reports"
        skeleton={<SkeletonCard lines={8} />}
        failure={(error, retry) => <LoadFailure text="Failed to load reports." error={error} onRetry={retry} />}
        empty={hasNextPage ? <SkeletonCard lines={8} /> : <FramedEmptyState {...EMPTY[state]} />}
      >
        {(shown) => (
          <Queue
            state={state}
            reports={shown}
            onDecided={(decided) => setDecisions((before) => [decided, ...before].slice(0, SHOWN_DECISIONS))}
          />
        )}
      </QueryResult>
      {hasNextPage && left > 0 && (
        <Button variant="secondary" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </div>
  );
}

type QueueProps = { state: DeskState; reports: readonly DeskReport[]; onDecided: (decided: Decided) => void };

function Queue({ state, reports, onDecided }: QueueProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [asksFor, setAsksFor] = useState<'keep' | 'ask' | null>(null);
  const open = reports.find(({ id }) => id === chosen) ?? reports[0];
  const isReady = useArmed(open?.id);
  const { mutate, isPending, error, reset } = useJudge(state, (decided) => {
    const at = reports.findIndex(({ id }) => id === decided.report.id);
    const isLeft = (report: DeskReport) => !settles(decided.report, report);
    const next = reports.slice(at).find(isLeft) ?? reports.findLast(isLeft);
    flushSync(() => {
      setChosen(next?.id ?? null);
      setAsksFor(null);
      onDecided(decided);
    });
    focusRow(next?.id);
  });
  const show = (id: string) => {
    if (isPending) return;
    setChosen(id);
    setAsksFor(null);
    reset();
  };
  const judge = (verdict: Verdict, reason = '') => {
    if (open && !isPending) mutate({ report: open, verdict, reason });
  };
  const start = (verdict: Verdict) => {
    if (isPending || !VERDICTS[state].includes(verdict)) return;
    if (verdict === 'remove') judge('remove');
    else setAsksFor(verdict);
  };
  const byKey = (verdict: Verdict) => (id: string) => {
    if (!isReady()) return;
    if (id === open?.id) start(verdict);
    else show(id); // the focus was moved to another report: open it first
  };
  useListKeys({ onStep: show, onKey: { r: byKey('remove'), e: byKey('keep'), a: byKey('ask') } });
  return (
    <div className="space-y-3">
      {state !== 'done' && <Hints />}
      <ol aria-label="Reports" className="divide-y rounded-md border bg-surface">
        {reports.map((report) => (
          <DeskEntry
            key={report.id}
            report={report}
            isOpen={report.id === open?.id}
            onOpen={() => show(report.id)}
            {...(state !== 'done' && {
              judging: {
                verdicts: VERDICTS[state],
                asksFor,
                isPending,
                error,
                onStart: start,
                onSend: (reason: string) => asksFor && judge(asksFor, reason),
                onCancel: () => {
                  flushSync(() => setAsksFor(null));
                  focusRow(report.id);
                },
              },
            })}
          />
        ))}
      </ol>
    </div>
  );
}

/** Whether a key may judge what is shown: not in its first moment, in which the press was meant for the one before. */
function useArmed(shown: string | undefined): () => boolean {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, [shown]);
  return () => performance.now() - since.current >= ARMING_MS;
}

function focusRow(id: string | undefined): void {
  const row = id === undefined ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  (row ?? document.getElementById('main'))?.focus();
}
