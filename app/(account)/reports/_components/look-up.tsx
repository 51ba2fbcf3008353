'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { useId, useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { HostAnswers } from '#components/hash-reports/host-answers.tsx';
import { shortText } from '#components/layout/state/short-text.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { describedBy, Field } from '#components/ui/fields/field.tsx';
import { Textarea } from '#components/ui/fields/textarea.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { shorten } from '#lib/base/text/format.ts';
import { MAX_PASTED, parsePasted } from '#lib/hash-reports/parse.ts';
import type { HostAnswer, LookUpView, ReportView } from '#lib/hash-reports/views.ts';
import { FoundDigests } from './found-digests.tsx';
import { ReportForm } from './report-form.tsx';
import { lookUpKey, useLookUp } from './use-reports.ts';

/** From a pasted header, log line or hash to the hosts' answers, and to a report. The question is kept in the URL. */
export function LookUp({ onReported }: { onReported: (report: ReportView) => void }) {
  const client = useQueryClient();
  const [asked, setAsked] = useQueryState('look_up', shortText(60));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const parsed = parsePasted(text);
  const digest = parsed.digests.find((found) => found.digest === chosen)?.digest ?? parsed.digests[0]?.digest;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (of: string) => orLogin(callApi('POST /account/api/reports/look-up', { body: { digest: of } })),
    onSuccess: (answer) => {
      client.setQueryData(lookUpKey(answer.id), answer);
      void setAsked(answer.id);
    },
  });
  const submit = (event: React.SubmitEvent) => {
    event.preventDefault();
    setIsRefused(digest === undefined);
    if (digest !== undefined && !isPending) mutate(digest);
  };
  return (
    <section aria-labelledby="look-up" className="space-y-4">
      <h2 id="look-up" className="text-title font-semibold">
        Look up a hash
      </h2>
      <form
        method="post"
        action="/account/api/reports/look-up"
        aria-label="Look up a hash"
        noValidate
        onSubmit={submit}
        className="space-y-4"
      >
        {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
        <Pasted text={text} onChange={setText} isRefused={isRefused && digest === undefined} />
        <FoundDigests text={text} parsed={parsed} chosen={digest} onChoose={setChosen} />
        <Button type="submit" size="lg" variant={asked ? 'secondary' : 'primary'} aria-disabled={isPending}>
          {isPending ? 'Asking...' : 'Look it up'}
        </Button>
      </form>
      {asked && (
        <Answer
          key={asked}
          id={asked}
          pasted={text}
          onReported={(report) => {
            void setAsked(null);
            setText('');
            onReported(report);
          }}
        />
      )}
    </section>
  );
}

type PastedProps = { text: string; onChange: (text: string) => void; isRefused: boolean };

function Pasted({ text, onChange, isRefused }: PastedProps) {
  const id = useId();
  const hint = 'The header X-Rspamd-Fuzzy, the line of Rspamd’s log, or the hash alone.';
  const error = isRefused ? 'Paste a text with a whole hash first.' : undefined;
  return (
    <Field id={id} label="What your Rspamd printed" hint={hint} error={error}>
      <Textarea
        id={id}
        name="pasted"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        rows={4}
        maxLength={MAX_PASTED}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        aria-invalid={isRefused}
        aria-describedby={describedBy(id, { hint, error })}
        placeholder="X-Rspamd-Fuzzy: 589bff398e…"
        className="font-mono text-small! wrap-anywhere"
      />
    </Field>
  );
}

type AnswerProps = { id: string; pasted: string; onReported: (report: ReportView) => void };

/** The answers to one question, and the report that may follow. */
function Answer({ id, pasted, onReported }: AnswerProps) {
  return (
    <QueryResult query={useLookUp(id)} what="the answers" skeleton={<Skeleton className="h-40" />}>
      {(lookUp) => (
        <div className="space-y-4">
          <p className="text-small text-muted">
            Asked about{' '}
            <code title={lookUp.digest} className="font-mono text-ink">
              {shorten(lookUp.digest, 16)}
            </code>
          </p>
          <Verdict lookUp={lookUp} />
          {lookUp.answers.length > 0 && <HostAnswers answers={lookUp.answers} isOpen={!lookUp.complete} />}
          {mayReport(lookUp) && <ReportForm lookUp={lookUp} pasted={pasted} onReported={onReported} />}
        </div>
      )}
    </QueryResult>
  );
}

const isIn = (answers: readonly HostAnswer[], ...states: HostAnswer['state'][]) =>
  answers.filter(({ state }) => states.includes(state)).length;

/** A hash that a host stores, or may store. */
const mayReport = ({ answers, complete }: LookUpView) =>
  isIn(answers, 'stored') > 0 || (complete && isIn(answers, 'cannot_inspect', 'no_answer') > 0);

function Verdict({ lookUp: { answers, complete } }: { lookUp: LookUpView }) {
  const stored = isIn(answers, 'stored');
  const silent = isIn(answers, 'cannot_inspect', 'no_answer');
  if (stored > 0) return <Alert tone="info" text={`Stored on ${stored} of ${answers.length} hosts.`} />;
  if (!complete) return <Alert tone="info" text="The storage hosts are asked. They answer within seconds." />;
  if (answers.length === 0)
    return <Alert tone="warning" text="No storage host is connected. Look it up again later." />;
  if (silent > 0)
    return (
      <Alert tone="warning" text="No host can say that it stores this hash.">
        <p className="text-ink">You can report it all the same: a removal is sent to every host.</p>
      </Alert>
    );
  return (
    <Alert tone="success" text="None of our storage hosts stores this hash.">
      <p className="text-ink">
        There is nothing to remove. The match came from another list, such as Rspamd’s free one, or the hash has been
        removed since.
      </p>
    </Alert>
  );
}
