import { useEffect, useState } from 'react';

/** Height of the header and of the row of links beneath it. */
const TOP = 128;

/**
 * The id of the section that is being read. A section that was linked to stays current while its start is in view, also
 * where the page is too short to scroll it to the top. The first section before hydration.
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
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
