'use client';

import { useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import type { HostAnswer } from '#lib/hash-reports/views.ts';

/** Whether each storage host stores a hash, and what it knows of it. */
export function HostAnswers({ answers, isOpen = false }: { answers: readonly HostAnswer[]; isOpen?: boolean }) {
  return (
    <ul aria-label="Storage hosts" aria-busy={isOpen} className="divide-y rounded-md border bg-surface text-small">
      {answers.map((answer) => (
        <li key={answer.server} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2.5">
          <span className="min-w-0 font-mono wrap-anywhere">{answer.server}</span>
          <Badge tone={TONES[answer.state]}>{WORDS[answer.state]}</Badge>
          <Known answer={answer} />
        </li>
      ))}
    </ul>
  );
}

const WORDS: Readonly<Record<HostAnswer['state'], string>> = {
  waiting: 'Asking...',
  stored: 'Stored',
  not_stored: 'Not stored',
  cannot_inspect: 'Cannot look',
  no_answer: 'No answer',
};
const TONES: Partial<Record<HostAnswer['state'], 'info' | 'warning'>> = {
  stored: 'info',
  cannot_inspect: 'warning',
  no_answer: 'warning',
};

function Known({ answer }: { answer: HostAnswer }) {
  const { day } = useDateTexts();
  const { state, list, weight, since, symbol } = answer;
  if (state === 'cannot_inspect')
    return (
      <p className="basis-full text-muted">
        This host runs an older Rspamd, such as 3.4, which cannot look up a hash. It can remove one.
      </p>
    );
  if (state === 'no_answer')
    return <p className="basis-full text-muted">This host did not answer in time. Look the hash up again later.</p>;
  if (state !== 'stored') return null;
  const facts = [
    list && (['List', list] as const),
    weight !== null && (['Weight', String(weight)] as const),
    since && (['Since', day(new Date(since))] as const),
    symbol && (['Symbol', symbol] as const),
  ].filter((fact) => fact !== null && fact !== false && fact !== '');
  return (
    <dl className="flex basis-full flex-wrap gap-x-6 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-2">
          <dt className="text-muted">{name}</dt>
          <dd className={name === 'Symbol' ? 'font-mono wrap-anywhere' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
