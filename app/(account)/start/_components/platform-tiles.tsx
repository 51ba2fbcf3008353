'use client';

import { forget, remember, useChoice } from '#components/fuzzy-keys/choices.ts';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { PLACEHOLDER_KEY } from '#lib/fuzzy-keys/setup/setup-files.ts';
import { guidesFor } from '#lib/guides/guides.ts';

/** The ten platforms as tiles. The chosen one is remembered for every command of the site. */
export function PlatformTiles() {
  const chosen = useChoice('platform');
  const contacts = useContacts();
  const guides = guidesFor({ publicKey: PLACEHOLDER_KEY, contacts, forbiddenFlags: [], freeFeed: 'on' });
  return (
    <fieldset className="noscript:hidden">
      <legend className="sr-only">Platform</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {guides.map(({ id, name }) => (
          <label
            key={id}
            className="flex min-h-12 items-center rounded-md border px-3 py-2 text-small leading-5 font-medium hover:border-line-strong has-checked:border-signal has-checked:bg-signal-soft has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="platform"
              value={id}
              checked={id === chosen}
              onChange={() => {
                forget('system');
                remember('platform', id);
              }}
              className="sr-only"
            />
            {name}
          </label>
        ))}
      </div>
      <p className="mt-3 text-small text-muted">
        Commands and guide show this platform from now on. Not sure, or several? You can change it at any time.
      </p>
    </fieldset>
  );
}
