'use client';

import { useId, useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { StateBadge } from '#components/hash-reports/removal.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { ShortTime } from '#components/ui/data/short-time.tsx';
import { Field } from '#components/ui/fields/field.tsx';
import { Textarea } from '#components/ui/fields/textarea.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { ApiError } from '#lib/api-client/api-client.ts';
import { shorten } from '#lib/base/text/format.ts';
import type { DeskReport } from '#lib/hash-reports/views.ts';
import { freshOf, type Verdict } from './desk-queries.ts';
import { Evidence } from './evidence.tsx';
import { Key } from './hints.tsx';

type Judging = {
  verdicts: readonly Verdict[];
  asksFor: 'keep' | 'ask' | null;
  isPending: boolean;
  error: Error | null;
  onStart: (verdict: Verdict) => void;
  onSend: (reason: string) => void;
  onCancel: () => void;
};
type DeskEntryProps = {
  report: DeskReport;
  isOpen: boolean;
  onOpen: () => void;
  /** Left out for a report that is decided. */
  judging?: Judging;
};

/** A report in the list: a line, and below it the evidence and the verdicts while it is open. */
export function DeskEntry({ report, isOpen, onOpen, judging }: DeskEntryProps) {
  const { id, digest, state, note, created_at: created, reporter } = report;
  return (
    <li className="has-[[data-row]:focus-visible]:bg-sunken">
      <h2>
        <button
          type="button"
          data-row={id}
          aria-expanded={isOpen}
          aria-current={isOpen ? 'true' : undefined}
          onClick={onOpen}
          className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-4 py-3 text-left text-small -outline-offset-2 sm:flex-nowrap"
        >
          <span className={classNames('font-mono', isOpen && 'font-medium')}>{shorten(digest, 16)}</span>
          {!judging && <StateBadge state={state} />}
          <span className="order-last min-w-0 basis-full truncate text-muted sm:order-none sm:flex-1 sm:basis-0">
            {!isOpen && (note || 'No note')}
          </span>
          <span className="max-w-full truncate text-muted sm:max-w-64 sm:shrink-0">
            {reporter.email ?? 'no address'}
          </span>
          <span className="shrink-0 font-mono text-label text-muted">
            <ShortTime at={new Date(created)} />
          </span>
        </button>
      </h2>
      {isOpen && (
        <div className="space-y-5 px-4 pt-1 pb-5">
          <Evidence report={report} />
          {judging && <Verdicts {...judging} />}
        </div>
      )}
    </li>
  );
}

const BUTTONS = [
  { verdict: 'remove', text: 'Remove', keyName: 'R' },
  { verdict: 'keep', text: 'Keep', keyName: 'E' },
  { verdict: 'ask', text: 'Ask back', keyName: 'A' },
] as const;

function Verdicts({ verdicts, asksFor, isPending, error, onStart, onSend, onCancel }: Judging) {
  return (
    <div className="space-y-4 border-t pt-4">
      {error instanceof ApiError && !freshOf(error) && <FailureAlert failure={error} text={error.message} />}
      <div className="flex flex-wrap gap-2">
        {BUTTONS.filter(({ verdict }) => verdicts.includes(verdict)).map(({ verdict, text, keyName }) => (
          <Button
            key={verdict}
            variant={verdict === 'remove' ? 'primary' : 'secondary'}
            aria-disabled={isPending}
            aria-keyshortcuts={keyName}
            onClick={() => onStart(verdict)}
          >
            {isPending && verdict === 'remove' && asksFor === null ? 'Removing...' : text}
            <span aria-hidden="true" className="pointer-coarse:hidden">
              <Key>{keyName}</Key>
            </span>
          </Button>
        ))}
      </div>
      {asksFor && (
        <ReasonForm key={asksFor} verdict={asksFor} isPending={isPending} onSend={onSend} onCancel={onCancel} />
      )}
    </div>
  );
}

const WORDS = {
  keep: {
    label: 'Why is it kept?',
    hint: 'The reporter reads this, on the page and in an email.',
    missing: 'Say why, for the reporter.',
    send: 'Keep the hash',
  },
  ask: {
    label: 'What do you want to know?',
    hint: 'The reporter gets this by email, and answers on the page.',
    missing: 'Write a question.',
    send: 'Send the question',
  },
} as const;

type ReasonFormProps = Pick<Judging, 'isPending' | 'onSend' | 'onCancel'> & { verdict: 'keep' | 'ask' };

function ReasonForm({ verdict, isPending, onSend, onCancel }: ReasonFormProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const { label, hint, missing, send } = WORDS[verdict];
  const isMissing = isRefused && reason.trim() === '';
  const submit = () => {
    setIsRefused(reason.trim() === '');
    if (reason.trim() !== '' && !isPending) onSend(reason.trim());
  };
  return (
    <form
      aria-label={send}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="max-w-measure space-y-3"
    >
      <Field id={id} label={label} hint={hint} error={isMissing ? missing : undefined}>
        <Textarea
          ref={focusFirst}
          id={id}
          value={reason}
          maxLength={1000}
          aria-invalid={isMissing}
          aria-describedby={`${isMissing ? `${id}-error ` : ''}${id}-hint`}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              submit();
            }
            if (event.key !== 'Escape') return;
            event.preventDefault();
            onCancel();
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isPending}>
          {isPending ? 'Sending...' : send}
          <span aria-hidden="true" className="pointer-coarse:hidden">
            <Key>Ctrl</Key> <Key>Enter</Key>
          </span>
        </Button>
      </div>
    </form>
  );
}

const focusFirst = (field: HTMLTextAreaElement | null) => field?.focus();
