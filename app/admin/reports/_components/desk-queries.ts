'use client';

import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import type { JudgeInput } from '#lib/hash-reports/schema.ts';
import type { DeskListView, DeskReport } from '#lib/hash-reports/views.ts';
import { DESK, deskKey, type DeskState } from './desk-keys.ts';

export type Verdict = JudgeInput['verdict'];

type Pages = InfiniteData<DeskListView, string | null>;

/**
 * The reports in a state, those that wait the oldest first. Reads again only when asked to: a report that leaves the list while an admin
 * looks at it would put another one under the keys.
 */
export const useDesk = (state: DeskState) =>
  useInfiniteQuery({
    queryKey: deskKey(state),
    queryFn: ({ pageParam }) =>
      asAdmin(callApi('GET /admin/api/reports', { query: { state, cursor: pageParam ?? undefined } })),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export type Judgement = { report: DeskReport; verdict: Verdict; reason: string };
/** What became of a report: by this admin, or by another one who was first. */
export type Decided = { report: DeskReport; isByOther: boolean };

/** Judges a report, and takes off the list what that settles; also when another admin was first, with what that admin decided. */
export function useJudge(state: DeskState, onDecided: (decided: Decided) => void) {
  const client = useQueryClient();
  const take = (decided: Decided) => {
    client.setQueryData<Pages>(deskKey(state), (known) => known && without(known, decided.report));
    client.removeQueries({ queryKey: DESK, type: 'inactive' });
    onDecided(decided);
  };
  return useMutation({
    mutationFn: ({ report: { id, version }, verdict, reason }: Judgement) =>
      asAdmin(
        callApi('POST /admin/api/reports/{id}/judge', {
          params: { id },
          body: { version, verdict, reason },
        }),
      ),
    onSuccess: (report) => take({ report, isByOther: false }),
    onError: (error) => {
      const fresh = freshOf(error);
      if (fresh) take({ report: fresh, isByOther: true });
    },
  });
}

/** The report as it is now, which the 409 for a stale version contains (R24). */
export const freshOf = (error: unknown): DeskReport | null =>
  error instanceof ApiError && error.status === 409 ? ((error.body['report'] as DeskReport | undefined) ?? null) : null;

/** Whether a verdict on `report` has settled `other`: a removal settles every report of its hash. */
export const settles = (report: DeskReport, other: DeskReport): boolean =>
  other.id === report.id || (other.digest === report.digest && ['removing', 'removed', 'gone'].includes(report.state));

const without = (known: Pages, decided: DeskReport): Pages => ({
  ...known,
  pages: known.pages.map((page) => {
    const kept = page.reports.filter((report) => !settles(decided, report));
    const taken = page.reports.length - kept.length;
    return { ...page, reports: kept, waiting: Math.max(0, page.waiting - taken) };
  }),
});
