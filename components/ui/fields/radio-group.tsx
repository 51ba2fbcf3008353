import { useId, type ComponentProps } from 'react';
import type { Option } from './select.tsx';

type RadioGroupProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  legend: string;
  options: readonly (Option & { hint?: string | undefined })[];
  value?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
};

/** A choice between a few options, each with an optional hint. Uncontrolled without `value`. */
export function RadioGroup({ legend, options, name, value, defaultValue, onChange, ...props }: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex items-start gap-2.5">
          <input
            {...props}
            type="radio"
            name={name ?? id}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: defaultValue === option.value }
              : { checked: value === option.value })}
            onChange={() => onChange?.(option.value)}
            className="tick-box"
          />
          <span className="text-small leading-6">
            {option.label}
            {option.hint && <span className="block leading-5 text-muted">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
