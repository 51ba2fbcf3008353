'use client';

import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Input } from '#components/ui/fields/input.tsx';

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
export function UriRow({ label, value, problem, note, isMissing, isJudged, isNew, ...props }: UriRowProps) {
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
