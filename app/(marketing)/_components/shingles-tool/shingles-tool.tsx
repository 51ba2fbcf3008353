'use client';

import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Textarea } from '#components/ui/fields/textarea.tsx';
import { MESSAGE } from '../shingles-data.ts';
import { Hashes } from './hashes.tsx';
import { MOST_WORDS, reduceMessage, type Reduced } from './shingles.ts';

const SHOWN_SHINGLES = 4;

/**
 * Reduces a typed or pasted message to its shingles and hashes, in the browser alone. Compares the hashes with those of
 * a reference: the initial text, the last pasted text, or the text for which “Compare with this text” was pressed.
 */
export function ShinglesTool({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState(() => MESSAGE.join('\n'));
  const [reference, setReference] = useState(() => reduceMessage(text).hashes);
  const reduced = reduceMessage(useDeferredValue(text));
  const area = useRef<HTMLTextAreaElement>(null);
  const isPasted = useRef(false);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  const change = (changed: string) => {
    setText(changed);
    if (isPasted.current) setReference(reduceMessage(changed).hashes);
    isPasted.current = false;
  };
  return (
    <section aria-label="Try it with your own message" className="w-full max-w-lg space-y-4 lg:max-w-none">
      <div className="space-y-1.5">
        <label htmlFor={id} className="block text-small text-muted">
          Message
        </label>
        <Textarea
          id={id}
          ref={area}
          rows={5}
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-privacy`}
          onPaste={() => {
            isPasted.current = true;
          }}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <p id={`${id}-privacy`} className="text-small text-muted">
          Paste a message, then change some words. Nothing is sent: it stays in this browser.
        </p>
      </div>
      <Shingles reduced={reduced} />
      <Hashes hashes={reduced.hashes} reference={reference} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          aria-disabled={!reduced.hashes.length}
          onClick={() => reduced.hashes.length && setReference(reduced.hashes)}
        >
          Compare with this text
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Back to the drawing
        </Button>
      </div>
      <p className="text-small text-muted">
        Windows, pipes and minimum are Rspamd’s. Its hashes differ from these: it hashes stems of words with a key, in
        64 bits.
      </p>
    </section>
  );
}

function Shingles({ reduced: { words, shingles } }: { reduced: Reduced }) {
  const more = shingles.length - SHOWN_SHINGLES;
  return (
    <div className="space-y-1.5">
      <p className="text-small text-muted">
        Shingles of 3 words{words.length === MOST_WORDS && `, of the first ${MOST_WORDS} words`}
      </p>
      <ul className="h-25 font-mono text-[0.8125rem] leading-5">
        {shingles.slice(0, SHOWN_SHINGLES).map((shingle, index) => (
          <li key={`${shingle} ${index}`} className="truncate">
            {shingle}
          </li>
        ))}
        {more > 0 && <li className="text-muted">and {more} more</li>}
        {shingles.length === 0 && <li className="text-muted">A shingle needs three words.</li>}
      </ul>
    </div>
  );
}
