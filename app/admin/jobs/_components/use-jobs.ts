'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '#components/ui/overlays/toast.tsx';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { JOBS } from './texts.ts';

/** Shows the previous page until the next page arrives. */
export const useJobs = (query: string) =>
  useQuery({
    queryKey: [...JOBS, query],
    queryFn: () => asAdmin(callApi('GET /admin/api/jobs', { query: new URLSearchParams(query) })),
    placeholderData: keepPreviousData,
  });

type RunAgain = { job: string } | { queue: string };

/** Runs one failed job again, or all failed jobs of a queue. */
export function useRunAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (what: RunAgain) =>
      asAdmin(
        'job' in what
          ? callApi('POST /admin/api/jobs/{id}/run-again', { params: { id: what.job } })
          : callApi('POST /admin/api/jobs/run-again', { body: what }),
      ),
    onSuccess: ({ run_again: count }) =>
      toast.success(count === 1 ? 'The job runs again.' : `${count} jobs run again.`),
    onError: (error) => toast.error(`Failed to run again: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: JOBS }),
  });
}
