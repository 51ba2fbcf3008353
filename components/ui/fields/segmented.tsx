import { useId } from 'react';
import type { Option } from './select.tsx';

type SegmentedProps<V extends string> = {
  legend: string;
  options: readonly (Option & { value: V })[];
  value: V;
  onChange: (value: V) => void;
};

/** A choice between a few short words, all visible: a period, a unit. */
export function Segmented<V extends string>({ legend, options, value, onChange }: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className="segmented">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
