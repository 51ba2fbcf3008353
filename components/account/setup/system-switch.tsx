'use client';

import { remember, useChoice } from '#components/fuzzy-keys/choices.ts';
import { SYSTEMS } from '#lib/fuzzy-keys/setup/setup-files.ts';
import type { Guide } from '#lib/guides/guide.ts';

const OPTIONS = SYSTEMS.map(({ id, label }) => ({ value: id, label }));

/**
 * Switches between the systems of the repository. Until the user chooses, it follows the platform; one that brings its own packages is
 * offered, too.
 */
export function SystemSwitch({ guide: { packages } }: { guide: Guide }) {
  const options = packages === 'own' ? [{ value: 'own', label: 'Its own packages' }, ...OPTIONS] : OPTIONS;
  const choices = [useChoice('system'), packages, 'debian'];
  const chosen = choices.find((choice) => options.some(({ value }) => value === choice));
  return (
    <fieldset className="segmented flex-wrap">
      <legend className="sr-only">Your systems</legend>
      {options.map(({ value, label }) => (
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
