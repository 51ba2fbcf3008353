'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { TextareaField } from '#components/form/textarea-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Removal, StateBadge } from '#components/hash-reports/removal.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { CopyButton } from '#components/ui/actions/copy-button.tsx';
import { Day } from '#components/ui/data/short-time.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { shorten } from '#lib/base/text/format.ts';
import { AnswerInput } from '#lib/hash-reports/schema.ts';
import type { ReportView } from '#lib/hash-reports/views.ts';
import { REPORTS } from './use-reports.ts';

/** One report of the caller: its state, what the desk said, and the proof of the removal. A new one takes the focus. */
export function OwnReport({ report, isNew }: { report: ReportView; isNew: boolean }) {
  const { id, digest, state, note, created_at: created, reason, question, answer } = report;
  const title = `report-${id}`;
  return (
    <li>
      <article aria-labelledby={title} className="space-y-3 rounded-md border bg-surface p-5 text-small">
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3
            id={title}
            tabIndex={-1}
            ref={isNew ? focusTitle : undefined}
            className="flex min-w-0 items-center gap-2 font-mono text-base font-medium outline-none"
          >
            <span title={digest} className="truncate">
              {shorten(digest, 16)}
            </span>
            <CopyButton text={digest} label="Copy the hash" size="icon-sm" />
          </h3>
          <StateBadge state={state} />
        </header>
        <p className="text-muted">
          Reported <Time at={new Date(created)} />
        </p>
        {note && <p className="max-w-measure wrap-anywhere whitespace-pre-line">{note}</p>}
        {question && <Said by="We ask" text={question} />}
        {question && answer && <Said by="You answered" text={answer} />}
        {state === 'asked' && <AnswerForm id={id} />}
        <Outcome report={report} reason={reason} />
      </article>
    </li>
  );
}

const focusTitle = (title: HTMLElement | null) => title?.focus();

const Said = ({ by, text }: { by: string; text: string }) => (
  <div className="border-l-2 border-line-strong pl-3">
    <p className="label-mono">{by}</p>
    <p className="mt-0.5 max-w-measure wrap-anywhere whitespace-pre-line">{text}</p>
  </div>
);

function Outcome({ report, reason }: { report: ReportView; reason: string | null }) {
  const { state, stays_away_until: until, decided_at: decided } = report;
  switch (state) {
    case 'waiting':
      return <p className="text-muted">A person judges it. You get an email.</p>;
    case 'asked':
      return null;
    case 'kept':
      return (
        <>
          <Said by="Kept, because" text={reason ?? ''} />
          {decided && (
            <p className="text-muted">
              Decided <Time at={new Date(decided)} />
            </p>
          )}
        </>
      );
    case 'gone':
      return <p className="max-w-measure">Judged to be removed, but no host stored it any longer.</p>;
    case 'removing':
    case 'removed':
      return (
        <>
          <Removal report={report} />
          {until && (
            <p className="text-muted">
              Kept off the lists until <Day at={new Date(until)} />.
            </p>
          )}
        </>
      );
  }
}

function AnswerForm({ id }: { id: string }) {
  const client = useQueryClient();
  const api = useApiForm(AnswerInput, async ({ answer }) => {
    await orLogin(callApi('POST /account/api/reports/{id}/answer', { params: { id }, body: { answer } }));
    await client.invalidateQueries({ queryKey: REPORTS });
    document.getElementById(`report-${id}`)?.focus();
    toast.success('Your answer has been sent.');
  });
  const { isSubmitting } = api.form.formState;
  return (
    <ApiForm api={api} action={`/account/api/reports/${id}/answer`} label="Answer the question">
      <FormFailure failure={api.failure} />
      <TextareaField name="answer" label="Your answer" required />
      <Button type="submit" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Send answer'}
      </Button>
    </ApiForm>
  );
}
