'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#components/ui/overlays/toast.tsx';
import type { PutAsideFor } from '#lib/admin/inbox/schema.ts';
import type { InboxEntryView, InboxView } from '#lib/admin/inbox/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { INBOX } from './inbox-query.ts';

const DONE: Readonly<Record<PutAsideFor, string>> = {
  done: 'Done',
  day: 'Snoozed for a day',
  week: 'Snoozed for a week',
};

export const idOf = ({ kind, subject }: Pick<InboxEntryView, 'kind' | 'subject'>): string => `${kind} ${subject}`;

/** Puts entries of the inbox aside, with an undo, and brings them back. The list changes at once. */
export function usePutAside() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: INBOX });
  const take = (entry: InboxEntryView) =>
    client.setQueriesData<InboxView>(
      { queryKey: INBOX },
      (view) => view && { ...view, entries: view.entries.filter((each) => idOf(each) !== idOf(entry)) },
    );
  const { mutate: bringBack } = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      asAdmin(callApi('DELETE /admin/api/inbox/put-aside/{id}', { params: { id } })),
    onError: (error) => toast.error(`Failed to bring it back: ${error.message}`),
    onSettled: reload,
  });
  const { mutate } = useMutation({
    mutationFn: ({ entry, time }: { entry: InboxEntryView; time: PutAsideFor }) => {
      const { kind, subject, occurrence, severity } = entry;
      return asAdmin(
        callApi('POST /admin/api/inbox/put-aside', { body: { kind, subject, occurrence, severity, for: time } }),
      );
    },
    onMutate: ({ entry }) => take(entry),
    onSuccess: ({ id }, { entry, time }) =>
      toast.success(`${DONE[time]}: ${entry.name}`, { action: { label: 'Undo', onClick: () => bringBack({ id }) } }),
    onError: (error, { entry }) => toast.error(`Failed to put ${entry.name} aside: ${error.message}`),
    onSettled: reload,
  });
  return { putAside: (entry: InboxEntryView, time: PutAsideFor) => mutate({ entry, time }), bringBack };
}
