'use client';

import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Textarea } from '#components/ui/fields/textarea.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { MESSAGE } from '../shingles-data.ts';

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
        Rspamd works the same way but hashes word stems with a secret key, so its real values differ.
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

/** A cell for each of the 32 pipes: filled where the hash equals the reference's. */
function Hashes({ hashes, reference }: { hashes: readonly number[]; reference: readonly number[] }) {
  const common = commonHashes(hashes, reference);
  const known = isKnown(common);
  const shown = hashes.length ? hashes : Array.from({ length: PIPES }, () => null);
  return (
    <div className="space-y-2">
      <p className="text-small text-muted">The smallest hash of each of 32 pipes</p>
      <ul
        aria-hidden="true"
        className="grid grid-cols-4 gap-x-3 gap-y-1 font-mono text-[0.75rem] leading-4 sm:grid-cols-8 md:grid-cols-4 xl:grid-cols-8"
      >
        {shown.map((hash, pipe) => {
          const isEqual = hash !== null && hash === reference[pipe];
          return (
            <li key={pipe} className={classNames('flex items-center gap-1', !isEqual && 'text-muted')}>
              <span
                className={classNames(
                  'size-2 shrink-0 rounded-[1px] border transition-colors',
                  isEqual ? 'border-ink bg-ink' : 'border-line-strong',
                )}
              />
              {hash === null ? '----' : hash.toString(16).padStart(8, '0').slice(0, 4)}
            </li>
          );
        })}
      </ul>
      <p
        role="status"
        className={classNames(
          'flex flex-wrap justify-between gap-x-4 rounded-md px-4 py-2.5 font-mono text-[0.8125rem]',
          known ? 'bg-ink text-paper' : 'bg-sunken text-ink',
        )}
      >
        <span>{known ? 'Recognised' : 'Not recognised'}</span>
        <span>
          {common} of {PIPES} equal
        </span>
      </p>
    </div>
  );
}

/** The number of words in a shingle, and of hashes for a message, as in Rspamd (src/libutil/shingles.c). */
const WINDOW = 3;
export const PIPES = 32;
/** A pasted text may be very long; only its beginning is read. */
export const MOST_WORDS = 1000;

type Reduced = {
  words: string[];
  /** Groups of `WINDOW` consecutive words. */
  shingles: string[];
  /** The smallest hash of each pipe over all shingles; empty if there is no shingle. */
  hashes: number[];
};

/**
 * Reduces a message as Rspamd does: each word is hashed in 32 pipes, each with its own seed; a shingle's value in a
 * pipe combines the hashes of its three words; and each pipe keeps its smallest value. Rspamd uses a keyed hash of 64
 * bits and stems of words; this function uses 32 bits, fixed seeds, and words in lower case.
 */
export function reduceMessage(text: string): Reduced {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);
  const starts = words.slice(WINDOW - 1).map((_, start) => start);
  const shingles = starts.map((start) => words.slice(start, start + WINDOW).join(' '));
  if (!starts.length) return { words, shingles, hashes: [] };
  const hashes = Array.from({ length: PIPES }, (_, pipe) => {
    const ofWord = words.map((word) => hashOf(word, pipe));
    return starts.reduce((least, start) => Math.min(least, valueOf(ofWord, start)), 0xff_ff_ff_ff);
  });
  return { words, shingles, hashes };
}

/** How many pipes two messages have in common. */
export const commonHashes = (some: readonly number[], others: readonly number[]): number =>
  some.filter((hash, pipe) => hash === others[pipe]).length;

/** The fuzzy storage considers two messages the same if more than half of their hashes are equal. */
export const isKnown = (common: number): boolean => common > PIPES / 2;

/** Shifts the hashes of earlier words to the right, so that the order of the words matters. */
const valueOf = (ofWord: readonly number[], start: number): number =>
  ofWord
    .slice(start, start + WINDOW)
    .reduce((value, hash, index) => value ^ (hash >>> (8 * (WINDOW - 1 - index))), 0) >>> 0;

/** FNV-1a over UTF-16 units, with the pipe as seed and the finalizer of MurmurHash3. */
function hashOf(word: string, pipe: number): number {
  let hash = Math.imul(0x81_1c_9d_c5 ^ (pipe + 1), 0x9e_37_79_b1);
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
