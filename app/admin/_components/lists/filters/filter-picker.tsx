'use client';

import { Check, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { describedBy, Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import type { FilterField } from './fields.ts';

type FilterPickerProps<N extends string> = {
  fields: readonly FilterField<N>[];
  /** The current values. */
  values: Readonly<Record<N, string | null>>;
  onChoose: (name: N, value: string | null) => void;
};

/** Adds a filter in two steps: the field, then its value. */
export function FilterPicker<N extends string>({ fields, values, onChoose }: FilterPickerProps<N>) {
  const [isOpen, setIsOpen] = useState(false);
  const [field, setField] = useState<FilterField<N> | null>(null);
  const [last, setLast] = useState<N | null>(null);
  const open = (opening: boolean) => {
    setIsOpen(opening);
    setField(null);
    setLast(null);
  };
  const back = () => {
    setLast(field?.name ?? null);
    setField(null);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <Popover.Trigger className={buttonClass({ variant: 'secondary' })}>
        Filter
        <ChevronDown aria-hidden="true" className="-mr-1 size-4 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Add a filter"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={(event) => moveBetweenChoices(event, field ? back : null)}
          className="z-50 max-h-(--radix-popover-content-available-height) w-64 overflow-y-auto floating p-1"
        >
          {field ? (
            <FilterValue
              key={field.name}
              field={field}
              value={values[field.name]}
              onBack={back}
              onChoose={(value) => {
                onChoose(field.name, value);
                open(false);
              }}
            />
          ) : (
            <Fields fields={fields} last={last} onChoose={setField} />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type FieldsProps<N extends string> = {
  fields: readonly FilterField<N>[];
  /** The field whose values were shown before, and which now gets the focus. */
  last: N | null;
  onChoose: (field: FilterField<N>) => void;
};

function Fields<N extends string>({ fields, last, onChoose }: FieldsProps<N>) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (last !== null) list.current?.querySelector<HTMLElement>(`[data-choice="${last}"]`)?.focus();
  }, [last]);
  return (
    <ul ref={list} aria-label="Field">
      {fields.map((field) => (
        <li key={field.name}>
          <button
            type="button"
            data-choice={field.name}
            aria-haspopup="true"
            className={CHOICE}
            onClick={() => onChoose(field)}
          >
            <span className="grow">{field.label}</span>
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Up, Down, Home, End and letters move between the choices. Left returns to the fields, Right opens a field. */
function moveBetweenChoices(event: KeyboardEvent<HTMLElement>, back: (() => void) | null): void {
  if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice]')];
  const at = choices.findIndex((choice) => choice === document.activeElement);
  const target = {
    ArrowDown: () => choices[(at + 1) % choices.length],
    ArrowUp: () => choices.at(at < 1 ? -1 : at - 1),
    Home: () => choices[0],
    End: () => choices.at(-1),
  }[event.key];
  const next = target ? target() : beginningWith(event.key, choices, at);
  if (next) next.focus();
  else if (event.key === 'ArrowLeft' && back) back();
  else if (event.key === 'ArrowRight' && !back) choices[at]?.click();
  else return;
  event.preventDefault();
}

function beginningWith(letter: string, choices: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (!/^[\p{L}\p{N}]$/u.test(letter)) return undefined;
  const fits = (choice: HTMLElement) => choice.textContent.toLowerCase().startsWith(letter.toLowerCase());
  return [...choices.slice(at + 1), ...choices.slice(0, at + 1)].find(fits);
}

type FilterValueProps = {
  field: FilterField;
  value: string | null;
  onBack: () => void;
  /** Null removes the filter. */
  onChoose: (value: string | null) => void;
};

/** The second step: the values of a field, or an input for one. */
function FilterValue({ field, value, onBack, onChoose }: FilterValueProps) {
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

/** The look of a row in the filter picker. */
const CHOICE =
  'flex min-h-9 w-full items-center gap-2 rounded-sm px-3 text-start text-small -outline-offset-2 hover:bg-sunken focus-visible:bg-sunken';
