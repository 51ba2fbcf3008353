'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '#components/ui/overlays/toast.tsx';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { JobsView } from './jobs-view.ts';
import { JOBS } from './texts.ts';

/** Shows the previous page until the new one arrives. */
export function useJobs({ state, queue, after }: JobsView) {
  const cursor = after.at(-1);
  const query = new URLSearchParams({ state, ...(queue && { queue }), ...(cursor && { cursor }) });
  return useQuery({
    queryKey: [...JOBS, String(query)],
    queryFn: () => asAdmin(callApi('GET /admin/api/jobs', { query })),
    placeholderData: keepPreviousData,
  });
}

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
