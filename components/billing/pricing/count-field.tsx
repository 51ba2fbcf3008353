import type { ReactNode } from 'react';
import { Input } from '#components/ui/fields/input.tsx';
import { LONGEST_COUNT } from './use-estimate.ts';

type CountFieldProps = {
  id: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  isWrong: boolean;
  /** The id of the element with the error text. */
  problemId: string;
  children?: ReactNode;
};

/** A field for a number as people type it: `30000`, `30,000`, `30k`. Children are shown beside the label. */
export function CountField({ id, label, value, onChange, isWrong, problemId, children }: CountFieldProps) {
  return (
    <div className="min-w-0 flex-1 lg:w-36 lg:flex-none">
      <div className="mb-1 flex items-center gap-1">
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        {children}
      </div>
      <Input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={LONGEST_COUNT}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? problemId : undefined}
        className="font-mono"
      />
    </div>
  );
}
