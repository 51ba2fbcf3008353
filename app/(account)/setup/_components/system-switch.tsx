'use client';

import { remember, useChoice } from './choices.ts';

const OPTIONS = [
  { value: 'el', label: 'EL-based' },
  { value: 'debian', label: 'Debian-based' },
];

/** Switches between EL and Debian. Until the user chooses, it follows the chosen platform if that is EL or Debian. */
export function SystemSwitch() {
  const choices = [useChoice('system'), useChoice('platform'), 'el'];
  const chosen = choices.find((choice) => OPTIONS.some(({ value }) => value === choice));
  return (
    <fieldset className="segmented">
      <legend className="sr-only">Your systems</legend>
      {OPTIONS.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name="system"
            value={value}
            checked={value === chosen}
            onChange={() => remember('system', value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
