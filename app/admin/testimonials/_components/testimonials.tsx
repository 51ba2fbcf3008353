'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import type { TestimonialRow } from '#lib/testimonials/views.ts';
import { useAdminAction } from '../../_components/frame/use-admin-action.ts';
import { ListStatus } from '../../_components/lists/list-table.tsx';
import { useList } from '../../_components/lists/use-list.ts';
import { EditTestimonial } from './testimonial-form.tsx';
import { testimonialsList, TESTIMONIALS, texts } from './testimonials-list.ts';
import { type TestimonialAction, TestimonialsTable } from './testimonials-table.tsx';

/** All entries, with their actions. */
export function TestimonialEntries() {
  const { answer, state } = useList(testimonialsList, (query) => callApi('GET /admin/api/testimonials', { query }));
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const close = () => setDialog(null);
  const open = (action: TestimonialAction, entry: TestimonialRow) => setDialog(dialogOf(action, entry, close));
  return (
    <div className="space-y-6">
      <Stale query={answer} what={testimonialsList.name} />
      <TestimonialsTable
        state={isForbidden(answer.error) ? { ...state, list: { ...state.list, failed: texts.forbidden } } : state}
        onAct={open}
      />
      <ListStatus state={state} total={answer.data?.testimonials.length} />
      {dialog}
    </div>
  );
}

const isForbidden = (error: Error | null) => error instanceof ApiError && error.status === 403;

function dialogOf(action: TestimonialAction, entry: TestimonialRow, onClose: () => void) {
  const { author, version } = entry;
  if (action === 'edit') return <EditTestimonial entry={entry} onClose={onClose} />;
  const texts = {
    approve: `The home page shows them within ten seconds: “${entry.quote}”, ${author}, ${entry.position}, ${entry.company}. Consent: ${entry.consent}.`,
    withdraw: 'The home page stops showing them within ten seconds. The entry stays in this list.',
    delete: 'The entry and where its consent is kept are deleted. This cannot be undone.',
  };
  const [verb, busyText, done] = WORDS[action];
  return (
    <ConfirmTestimonial
      title={`${verb} the words of ${author}?`}
      text={texts[action]}
      confirmText={verb}
      busyText={busyText}
      isHarmless={action === 'approve'}
      done={`The words of ${author} are ${done}.`}
      send={(runAction) => SEND[action](runAction, { params: { id: entry.id }, body: { version } })}
      onClose={onClose}
    />
  );
}

type RunAction = ReturnType<typeof useAdminAction>;
type Call = { params: { id: number }; body: { version: number } };
const SEND = {
  approve: (runAction: RunAction, call: Call) =>
    runAction(() => callApi('POST /admin/api/testimonials/{id}/approve', call)),
  withdraw: (runAction: RunAction, call: Call) =>
    runAction(() => callApi('POST /admin/api/testimonials/{id}/withdraw', call)),
  delete: (runAction: RunAction, call: Call) => runAction(() => callApi('DELETE /admin/api/testimonials/{id}', call)),
};
const WORDS = {
  approve: ['Approve', 'Approving...', 'approved'],
  withdraw: ['Withdraw', 'Withdrawing...', 'withdrawn'],
  delete: ['Delete', 'Deleting...', 'deleted'],
} as const;

type ConfirmTestimonialProps = {
  title: string;
  text: string;
  confirmText: string;
  busyText: string;
  isHarmless: boolean;
  done: string;
  send: (runAction: RunAction) => Promise<object>;
  onClose: () => void;
};

/** Asks, and runs the action on an entry. An error is shown in the dialog. */
function ConfirmTestimonial({ send, done, onClose, ...words }: ConfirmTestimonialProps) {
  const client = useQueryClient();
  const runAction = useAdminAction();
  const reload = () => client.invalidateQueries({ queryKey: TESTIMONIALS });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(runAction),
    onSuccess: async () => {
      await reload();
      toast.success(done);
      onClose();
    },
    onError: reload, // the list behind the dialog shows what someone else changed
  });
  return (
    <ConfirmDialog {...words} isBusy={isPending} onConfirm={() => mutate()} onClose={onClose}>
      {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
    </ConfirmDialog>
  );
}
