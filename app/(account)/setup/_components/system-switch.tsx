'use client';

import { useEffect, useRef } from 'react';

const OPTIONS = [
  { value: 'el', label: 'EL-based' },
  { value: 'debian', label: 'Debian-based' },
];
const NAME = 'system';

/** Switches between EL and Debian. Keeps the choice in the URL, and in localStorage for the next visit. */
export function SystemSwitch() {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const chosen = new URLSearchParams(window.location.search).get(NAME) ?? localStorage.getItem(NAME);
    for (const input of fieldset.current?.querySelectorAll('input') ?? []) input.checked ||= input.value === chosen;
  }, []);
  return (
    <fieldset ref={fieldset} className="segmented">
      <legend className="sr-only">Your systems</legend>
      {OPTIONS.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={NAME}
            value={value}
            defaultChecked={value === 'el'}
            onChange={() => remember(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function remember(value: string) {
  localStorage.setItem(NAME, value);
  const url = new URL(window.location.href);
  url.searchParams.set(NAME, value);
  window.history.replaceState(window.history.state, '', url);
}
