'use client';

import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';

type UriRowProps = {
  label: string;
  value: string;
  problem: string | null;
  /** Empty, and asked for already. */
  isMissing: boolean;
  /** The form was sent, and this list refused. */
  isJudged: boolean;
  /** Was added just now, and gets the focus. */
  isNew: boolean;
  onChange: (uri: string) => void;
  /** Absent while it has to stay. */
  onRemove: (() => void) | undefined;
  inputRef: ((input: HTMLInputElement | null) => void) | undefined;
};

/** One URI. What is wrong with it stands there while it is typed, and in red once it is left. */
export function UriRow({ label, value, problem, isMissing, isJudged, isNew, ...props }: UriRowProps) {
  const id = useId();
  const [isLeft, setIsLeft] = useState(value !== '');
  const isWrong = isMissing || (problem !== null && (isLeft || isJudged));
  return (
    <div className="space-y-1">
      <div className="flex items-center gap-2">
        <Input
          ref={isNew ? focusOnce : props.inputRef}
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={problem ? id : undefined}
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
      {problem && (
        <p id={id} role="status" className={isWrong ? 'text-small text-red' : 'text-small text-muted'}>
          {problem}
        </p>
      )}
    </div>
  );
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus();
