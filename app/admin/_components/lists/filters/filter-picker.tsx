'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { FilterValue } from './filter-value.tsx';
import type { FilterField } from './fields.ts';
import { CHOICE } from './look.ts';

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
