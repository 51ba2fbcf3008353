'use client';

import { useSyncExternalStore } from 'react';
import { themeCookie, type Theme } from '#lib/base/theme.ts';

const OPTIONS: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const listeners = new Set<() => void>();

/** Light, dark, or the system's theme. The choice is in a cookie and applied before the first paint (lib/base/theme.ts). */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, chosenTheme, () => 'system');
  return (
    <fieldset className="segmented noscript:hidden">
      <legend className="sr-only">Theme</legend>
      {OPTIONS.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} checked={theme === value} onChange={() => choose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function choose(theme: Theme) {
  document.cookie = themeCookie(theme, window.location.protocol === 'https:');
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
