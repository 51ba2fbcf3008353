'use client';

import { useEffect, useMemo, useState } from 'react';
import type { Membership } from '#components/account/membership.ts';
import { classNames } from '#components/ui/look/class-names.ts';
import { sectionGroupsFor } from '#components/account/settings/account-sections.tsx';
import type { AccountSection } from '#components/account/settings/settings-section.tsx';

/**
 * In-page navigation that marks the section in view: beside the content on wide screens, else a row that stays at the
 * top and scrolls sideways.
 */
export function AccountNav({ role, lacksFactor }: Pick<Membership, 'role' | 'lacksFactor'>) {
  const groups = useMemo(() => sectionGroupsFor({ role, lacksFactor }), [role, lacksFactor]);
  const ids = useMemo(() => groups.flatMap(({ sections }) => sections.map(({ id }) => id)), [groups]);
  const current = useCurrentSection(ids);
  return (
    <nav
      aria-label="On this page"
      data-links-row=""
      className="max-lg:fade-row max-lg:sticky max-lg:top-(--top) max-lg:z-10 max-lg:mb-6 max-lg:overflow-x-auto max-lg:border-b max-lg:bg-paper"
    >
      <div className="flex gap-6 lg:sticky lg:top-24 lg:-ml-3 lg:block lg:space-y-6">
        {groups.map(({ title, sections }) => (
          <div key={title}>
            <p className="mb-1 px-3 label-mono max-lg:hidden">{title}</p>
            <ul aria-label={title} className="flex gap-6 lg:block lg:space-y-0.5">
              {sections.map((section) => (
                <li key={section.id}>
                  <SectionLink section={section} isCurrent={current === section.id} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

const SectionLink = ({ section: { id, title }, isCurrent }: { section: AccountSection; isCurrent: boolean }) => (
  <a
    href={`#${id}`}
    aria-current={isCurrent ? 'location' : undefined}
    ref={(link) => {
      if (isCurrent) showInRow(link);
    }}
    className={classNames(
      'block text-small whitespace-nowrap -outline-offset-2 max-lg:border-b-2 max-lg:py-3 lg:rounded-md lg:px-3 lg:py-1.5 lg:hover:bg-sunken',
      isCurrent ? 'border-ink font-medium text-ink lg:bg-sunken' : 'border-transparent text-muted hover:text-ink',
    )}
  >
    {title}
  </a>
);

/** Scrolls the row, not the page, to a link. */
function showInRow(link: HTMLElement | null) {
  const row = link?.closest('nav');
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Height of the header and of the row of links beneath it. */
const TOP = 128;

/**
 * The id of the section that is being read. A section that was linked to stays current while its start is in view, also
 * where the page is too short to scroll it to the top. The first section before hydration.
 */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  useEffect(() => {
    const update = () => setCurrent(linkedSection(ids) ?? sectionAt(ids));
    update();
    for (const type of EVENTS) window.addEventListener(type, update, { passive: true });
    return () => {
      for (const type of EVENTS) window.removeEventListener(type, update);
    };
  }, [ids]);
  return current;
}

const EVENTS = ['scroll', 'resize', 'hashchange'] as const;

const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;

function linkedSection(ids: readonly string[]): string | undefined {
  const linked = window.location.hash.slice(1);
  if (!ids.includes(linked)) return undefined;
  const top = topOf(linked);
  return top >= 0 && top < window.innerHeight ? linked : undefined;
}

/** The last section that begins above the line beneath the header. At the end of the page the last of all. */
function sectionAt(ids: readonly string[]): string | undefined {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return ids.at(-1);
  return ids.findLast((id) => topOf(id) <= TOP) ?? ids[0];
}
