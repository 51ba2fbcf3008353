'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { SECOND } from '#lib/base/time.ts';
import type { ReportView } from '#lib/hash-reports/views.ts';

/** The query key of the caller's reports, as the page's HTML gives them. */
export const REPORTS = ['hash-reports'];

const LOOK_UP_MS = SECOND;
/** How often the list is read again: while hosts remove a hash, and while a person judges. */
const REMOVING_MS = 3 * SECOND;
const WAITING_MS = 30 * SECOND;

/** The caller's reports. Polls while one of them changes without the caller. */
export const useReports = () =>
  useQuery({
    queryKey: REPORTS,
    queryFn: () => orLogin(callApi('GET /account/api/reports')),
    refetchInterval: ({ state }) => pollOf(state.data?.reports ?? []),
  });

function pollOf(reports: readonly Pick<ReportView, 'state'>[]): number | false {
  if (reports.some(({ state }) => state === 'removing')) return REMOVING_MS;
  return reports.some(({ state }) => state === 'waiting') ? WAITING_MS : false;
}

export const lookUpKey = (id: string) => ['hash-look-up', id];

/** What the storage hosts answer to a question. Polls until all have. */
export const useLookUp = (id: string) =>
  useQuery({
    queryKey: lookUpKey(id),
    queryFn: () => orLogin(callApi('GET /account/api/reports/look-ups/{id}', { params: { id } })),
    refetchInterval: ({ state }) => (state.data?.complete === false ? LOOK_UP_MS : false),
  });
