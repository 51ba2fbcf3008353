'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { SECOND } from '#lib/base/time.ts';
import type { CheckAnyConnectionInput } from '#lib/doctor/schema.ts';

/** Who asks: a subscriber about their own keys, or an admin about any key. */
export type Asker = 'owner' | 'admin';

const POLL_MS = 2 * SECOND;
const keyOf = (asker: Asker) => ['doctor', asker];

/** The latest check of the asker. Polls while hosts answer. */
export const useDoctor = (asker: Asker) =>
  useQuery({
    queryKey: keyOf(asker),
    queryFn: () => (asker === 'admin' ? asAdmin(callApi('GET /admin/api/doctor')) : callApi('GET /account/api/doctor')),
    refetchInterval: ({ state }) => (state.data?.check?.is_open ? POLL_MS : false),
  });

/** Starts a check, and shows it. */
export function useCheck(asker: Asker) {
  const client = useQueryClient();
  return async (body: CheckAnyConnectionInput) => {
    const started =
      asker === 'admin'
        ? await asAdmin(callApi('POST /admin/api/doctor', { body }))
        : await callApi('POST /account/api/doctor', { body: { address: body.address } });
    client.setQueryData(keyOf(asker), started);
  };
}
