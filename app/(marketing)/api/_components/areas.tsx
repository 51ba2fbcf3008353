import { paths } from '#lib/base/paths.ts';
import { countOf } from '#lib/base/text/format.ts';
import type { PublishedArea } from '#lib/openapi/published.ts';

/** Areas with their descriptions, each linked to its endpoints. */
export function Areas({ areas }: { areas: readonly PublishedArea[] }) {
  return (
    <ul className="divide-y border-y">
      {areas.map(({ name, slug, description, calls }) => (
        <li
          key={slug}
          className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[13rem_minmax(0,1fr)_auto] sm:items-baseline"
        >
          <p className="font-medium">{name}</p>
          <p className="text-small text-muted">{description}</p>
          <a
            href={paths.apiArea(slug)}
            className="w-fit py-1 text-small underline underline-offset-4 hover:text-signal"
          >
            {countOf(calls.length, 'endpoint')}
            <span className="sr-only"> about {name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
