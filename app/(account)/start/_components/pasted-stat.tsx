'use client';

import { useId, useState } from 'react';
import { Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { Textarea } from '#components/ui/fields/textarea.tsx';
import { LONGEST_STAT, readScanned } from '#lib/marketing/rspamc-stat.ts';
import { readCount } from '#lib/marketing/suggest-plan.ts';
import { formatCount } from '#lib/marketing/tiers.ts';

/**
 * Reads the scanned messages from a pasted `rspamc stat`, in the browser. The count says nothing about its time, so
 * the person says over how many days it was made.
 */
export function PastedStat({ onEmails }: { onEmails: (emailsPerDay: number) => void }) {
  const id = useId();
  const [pasted, setPasted] = useState('');
  const [days, setDays] = useState('');
  const scanned = readScanned(pasted);
  const use = (text: string, count: number | null) => {
    const over = readCount(text);
    if (count !== null && typeof over === 'number' && over > 0) onEmails(Math.ceil(count / over));
  };
  return (
    <details className="text-small noscript:hidden">
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted hover:text-ink">
        Or paste the output of <code className="font-mono">rspamc stat</code>
      </summary>
      <div className="mt-2 space-y-3">
        <Field
          id={`${id}stat`}
          label="Output of rspamc stat"
          hint="Of all your servers, one after the other. It stays in your browser."
        >
          <Textarea
            id={`${id}stat`}
            value={pasted}
            maxLength={LONGEST_STAT}
            spellCheck={false}
            className="font-mono text-label"
            aria-describedby={`${id}stat-hint`}
            onChange={(event) => {
              setPasted(event.target.value);
              use(days, readScanned(event.target.value));
            }}
          />
        </Field>
        <div role="status">
          {pasted.trim() !== '' && scanned === null && (
            <p className="text-red">There is no line “Messages scanned” in this text.</p>
          )}
          {scanned !== null && <p>{formatCount(scanned)} messages scanned.</p>}
        </div>
        {scanned !== null && (
          <Field
            id={`${id}days`}
            label="Over how many days?"
            hint="Rspamd keeps this count over restarts: it runs since the installation, or since the last rspamc stat_reset."
          >
            <Input
              id={`${id}days`}
              value={days}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              className="w-28 font-mono"
              aria-describedby={`${id}days-hint`}
              onChange={(event) => {
                setDays(event.target.value);
                use(event.target.value, scanned);
              }}
            />
          </Field>
        )}
      </div>
    </details>
  );
}
