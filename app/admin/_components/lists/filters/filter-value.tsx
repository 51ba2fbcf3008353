'use client';

import { Check, ChevronLeft } from 'lucide-react';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { describedBy, Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import type { FilterField } from './fields.ts';
import { CHOICE } from './look.ts';

type FilterValueProps = {
  field: FilterField;
  value: string | null;
  onBack: () => void;
  /** Null removes the filter. */
  onChoose: (value: string | null) => void;
};

/** The second step: the values of a field, or an input for one. */
export function FilterValue({ field, value, onBack, onChoose }: FilterValueProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    content.current?.querySelector<HTMLElement>('input, [aria-pressed=true], [aria-pressed]')?.focus();
  }, []);
  return (
    <div ref={content}>
      <button type="button" className={`${CHOICE} mb-1 text-muted`} onClick={onBack}>
        <ChevronLeft aria-hidden="true" className="-ml-1 size-4" />
        <span className="sr-only">Back to the fields, now </span>
        {field.label}
      </button>
      {field.options ? (
        <ul aria-label={field.label}>
          {field.options.map((option) => (
            <li key={option.value}>
              <button
                type="button"
                data-choice=""
                aria-pressed={option.value === value}
                className={CHOICE}
                onClick={() => onChoose(option.value === value ? null : option.value)}
              >
                <span className="grow">{option.label}</span>
                {option.value === value && <Check aria-hidden="true" className="size-3.5" />}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <TypedValue field={field} value={value} onChoose={onChoose} />
      )}
    </div>
  );
}

function TypedValue({ field, value, onChoose }: Omit<FilterValueProps, 'onBack'>) {
  const id = useId();
  const [error, setError] = useState<string>();
  const { label, placeholder, suggestions, check } = field;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('value');
    const text = typeof typed === 'string' ? typed.trim() : '';
    const wrong = text ? (check?.(text) ?? null) : null;
    if (wrong === null) onChoose(text || null);
    else setError(wrong);
  };
  return (
    <form aria-label={`Filter by ${label}`} onSubmit={submit} noValidate className="space-y-2 p-2 pt-0">
      <Field id={id} label={label} error={error}>
        <Input
          id={id}
          name="value"
          defaultValue={value ?? ''}
          placeholder={placeholder}
          list={suggestions && `${id}-suggestions`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { error })}
        />
      </Field>
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      <Button type="submit" size="sm">
        Apply
      </Button>
    </form>
  );
}
