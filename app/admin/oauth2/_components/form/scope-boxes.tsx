'use client';

import { useId } from 'react';
import { useController } from 'react-hook-form';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { describedBy, FieldTexts } from '#components/ui/fields/field.tsx';
import { OAUTH_SCOPES, scopeText } from '#lib/oauth/scopes.ts';
import type { ClientFormInput } from './client-form-schema.ts';

/** The scopes that a client may request, with their texts on the consent page. */
export function ScopeBoxes({ initial }: { initial: string[] }) {
  const id = useId();
  const { field, fieldState } = useController<ClientFormInput, 'scopes'>({ name: 'scopes', defaultValue: initial });
  const error = fieldState.error?.message;
  const toggle = (scope: string, isTicked: boolean) =>
    field.onChange(OAUTH_SCOPES.filter((name) => (name === scope ? isTicked : field.value.includes(name))));
  return (
    <fieldset aria-describedby={describedBy(id, { error })} className="space-y-1.5">
      <legend className="text-small font-medium">Scopes</legend>
      {OAUTH_SCOPES.map((scope, index) => (
        <div key={scope} className="flex gap-2.5 py-0.5 text-small leading-6">
          <Checkbox
            id={`${id}-${scope}`}
            ref={index === 0 ? field.ref : undefined}
            checked={field.value.includes(scope)}
            aria-invalid={error !== undefined}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
          <label htmlFor={`${id}-${scope}`}>
            <code className="font-mono font-medium">{scope}</code>
            <span className="text-muted"> {scopeText(scope)}</span>
          </label>
        </div>
      ))}
      <FieldTexts id={id} error={error} />
    </fieldset>
  );
}
