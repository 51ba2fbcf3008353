'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from '#components/ui/look/class-names.ts';

/** `isCurrent` decides for a path; by default the path is the link's. Links to a section are never current. */
export type PageNavItem = { href: string; label: string; isCurrent?: (path: string) => boolean };

/**
 * Navigation between the pages of one area, with the current one marked. On phones the row scrolls: to the current page
 * at first, and with a fading edge where there is more.
 */
export function PageNav({ label, items }: { label: string; items: readonly PageNavItem[] }) {
  const path = usePathname();
  return (
    <nav aria-label={label} className="fade-row min-w-0 flex-1 overflow-x-auto">
      <ul className="flex gap-2.5 sm:gap-6">
        {items.map(({ href, label: text, isCurrent = (current) => current === href }) => (
          <li key={href}>
            <Link
              href={href as never}
              prefetch={false}
              aria-current={isCurrent(path) ? 'page' : undefined}
              ref={isCurrent(path) ? showInRow : undefined}
              className={classNames(
                'block border-b-2 py-2 text-small whitespace-nowrap -outline-offset-2', // the row clips what is outside of it
                isCurrent(path) ? 'border-ink font-medium' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The width of the fading edges (globals.css). */
const FADE = 32;

/** Scrolls the row, not the page, to a link that is not wholly in view. */
function showInRow(link: HTMLElement | null) {
  const row = link?.closest('nav');
  if (!link || !row || link.offsetLeft + link.offsetWidth <= row.clientWidth - FADE) return;
  row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}
