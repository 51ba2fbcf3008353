'use client';

import { classNames } from '#components/ui/look/class-names.ts';
import { SETTINGS_SECTIONS } from './settings-sections.ts';
import { useCurrentSection } from './use-current-section.ts';

const IDS = Object.keys(SETTINGS_SECTIONS);

/**
 * In-page navigation that marks the section in view: beside the content on wide screens, else a row that stays at the
 * top and scrolls sideways.
 */
export function AccountNav() {
  const current = useCurrentSection(IDS);
  return (
    <nav
      aria-label="On this page"
      data-links-row=""
      className="max-lg:sticky max-lg:top-16 max-lg:z-10 max-lg:mb-6 max-lg:overflow-x-auto max-lg:border-b max-lg:bg-paper"
    >
      <ul className="flex gap-6 lg:sticky lg:top-24 lg:-ml-3 lg:block lg:space-y-0.5">
        {Object.entries(SETTINGS_SECTIONS).map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={current === id ? 'location' : undefined}
              ref={(link) => {
                if (current === id) showInRow(link);
              }}
              className={classNames(
                'block text-small whitespace-nowrap -outline-offset-2 max-lg:border-b-2 max-lg:py-3 lg:rounded-md lg:px-3 lg:py-1.5 lg:hover:bg-sunken',
                current === id
                  ? 'border-ink font-medium text-ink lg:bg-sunken'
                  : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the row, not the page, to a link. */
function showInRow(link: HTMLElement | null) {
  const row = link?.closest('nav');
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}
