'use client';

import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { Button } from '#components/ui/actions/button.tsx';
import { describedBy, FieldTexts } from '#components/ui/fields/field.tsx';
import { MAX_REDIRECT_URIS, redirectUriHint, redirectUriProblem } from '#lib/oauth/clients/redirect-uri.ts';
import { useRowKeys } from '../use-row-keys.ts';
import type { ClientFormInput } from './client-form-schema.ts';
import { UriRow } from './uri-row.tsx';

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
