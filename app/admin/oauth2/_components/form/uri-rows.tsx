'use client';

import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { Button } from '#components/ui/actions/button.tsx';
import { describedBy, FieldTexts } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { MAX_REDIRECT_URIS, redirectUriHint, redirectUriProblem } from '#lib/oauth/redirect-uri.ts';
import type { ClientFormInput } from './client-form-schema.ts';

type UriRowsProps = {
  name: 'redirect_uris' | 'post_logout_redirect_uris';
  legend: string;
  /** Names a row: “Redirect URI 2”. */
  label: string;
  hint: string;
  initial: string[];
  initiallyPublic: boolean;
  /** Minimum number of rows. */
  min: 0 | 1;
};

/** A list of URIs, one per row, each checked while the user types (S65). */
export function UriRows({ name, legend, label, hint, initial, initiallyPublic, min }: UriRowsProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const [addedAt, setAddedAt] = useState<number | null>(null);
  const { field, fieldState } = useController<ClientFormInput, typeof name>({ name, defaultValue: initial });
  const isPublic = useWatch<ClientFormInput, 'is_public'>({ name: 'is_public', defaultValue: initiallyPublic });
  const uris = field.value;
  const rows = useRowKeys(uris.length);
  const problems = uris.map((uri) => (uri.trim() ? redirectUriProblem(uri.trim(), { isPublic }) : null));
  const error = fieldState.error?.message;

  const inputs = () => group.current?.querySelectorAll('input') ?? [];
  const set = (index: number, uri: string) => field.onChange(uris.with(index, uri));
  const remove = (index: number) => {
    const next = inputs()[index + 1] ?? inputs()[index - 1];
    (next ?? group.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    setAddedAt(null);
    rows.remove(index);
    field.onChange(uris.toSpliced(index, 1));
  };
  const add = () => {
    setAddedAt(uris.length);
    field.onChange([...uris, '']);
  };

  return (
    <fieldset ref={group} aria-describedby={describedBy(id, { hint, error })} className="space-y-2">
      <legend className="text-small font-medium">{legend}</legend>
      {uris.map((uri, index) => (
        <UriRow
          key={rows.keys[index]}
          label={`${label} ${index + 1}`}
          value={uri}
          problem={problems[index] ?? null}
          note={name === 'redirect_uris' ? redirectUriHint(uri.trim()) : null}
          isMissing={error !== undefined && !uri.trim()}
          isJudged={fieldState.error !== undefined}
          isNew={index === addedAt}
          onChange={(typed) => set(index, typed)}
          onRemove={uris.length > min ? () => remove(index) : undefined}
          inputRef={index === 0 ? field.ref : undefined}
        />
      ))}
      <FieldTexts id={id} hint={hint} error={error} />
      {/* Reports the removed row to the check for unsaved changes, because the row no longer has a field to compare. */}
      <textarea hidden readOnly value={uris.join('\n')} />
      <Button variant="secondary" size="sm" data-add="" disabled={uris.length >= MAX_REDIRECT_URIS} onClick={add}>
        <Plus aria-hidden="true" className="-ml-1 size-4" />
        Add {label}
      </Button>
    </fieldset>
  );
}

type Rows = { keys: number[]; next: number };

/** React keys for `count` rows of the same kind, so that a row keeps its state when another one is removed. */
function useRowKeys(count: number): { keys: readonly number[]; remove: (index: number) => void } {
  const [rows, setRows] = useState<Rows>({ keys: [], next: 0 });
  const fitted = fit(rows, count);
  const remove = (index: number) => setRows({ ...fitted, keys: fitted.keys.toSpliced(index, 1) });
  if (fitted !== rows) setRows(fitted);
  return { keys: fitted.keys, remove };
}

/** Adds or removes keys at the end until there are `count`. */
function fit(rows: Rows, count: number): Rows {
  const { keys, next } = rows;
  if (keys.length === count) return rows;
  const missing = Math.max(0, count - keys.length);
  const added = Array.from({ length: missing }, (_, index) => next + index);
  return { keys: [...keys, ...added].slice(0, count), next: next + missing };
}

type UriRowProps = {
  label: string;
  value: string;
  problem: string | null;
  /** What to know about a URI without a problem. */
  note: string | null;
  /** The form was submitted with this row empty. */
  isMissing: boolean;
  /** The form was submitted, and this list has an error. */
  isJudged: boolean;
  /** The row was just added, so it takes the focus. */
  isNew: boolean;
  onChange: (uri: string) => void;
  /** Undefined if the row cannot be removed. */
  onRemove: (() => void) | undefined;
  inputRef: ((input: HTMLInputElement | null) => void) | undefined;
};

/** One URI. Its problem is shown while the user types, and in red once the field is left. */
function UriRow({ label, value, problem, note, isMissing, isJudged, isNew, ...props }: UriRowProps) {
  const id = useId();
  const [isLeft, setIsLeft] = useState(value !== '');
  const isWrong = isMissing || (problem !== null && (isLeft || isJudged));
  const text = problem ?? note;
  return (
    <div className="space-y-1">
      <div className="flex items-center gap-2">
        <Input
          ref={isNew ? focusOnce : props.inputRef}
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={text ? id : undefined}
          value={value}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={() => setIsLeft(value !== '')}
          placeholder="https://app.example.com/callback"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono text-small!"
        />
        {props.onRemove && (
          <Button variant="quiet" size="icon" aria-label={`Remove ${label}`} onClick={props.onRemove}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        )}
      </div>
      {text && (
        <p id={id} role="status" className={isWrong ? 'text-small text-red' : 'text-small text-muted'}>
          {text}
        </p>
      )}
    </div>
  );
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus();
