import type { PublishedArea } from '#lib/openapi/published.ts';
import { countOf } from '#lib/format.ts';
import { paths } from '#lib/paths.ts';
import { ReferenceSection } from './reference-section.tsx';

/** An area's description, with a link to its endpoints. */
export function Area({ area: { name, slug, description, calls } }: { area: PublishedArea }) {
  return (
    <ReferenceSection title={name} lead={description}>
      <a href={paths.apiArea(slug)} className="underline underline-offset-4 hover:text-signal">
        {countOf(calls.length, 'call')}
        <span className="sr-only"> about {name}</span>
      </a>
    </ReferenceSection>
  );
}
