import type { PublishedArea } from '#lib/openapi/published.ts';
import { paths } from '#lib/paths.ts';

/** The endpoints of an area, each linked to its own page. */
export function CallList({ area: { slug, calls } }: { area: PublishedArea }) {
  return (
    <ul className="divide-y rounded-md border">
      {calls.map(({ method, path, operation: { operationId, summary } }) => (
        <li key={operationId}>
          <a
            href={paths.apiCall(slug, operationId)}
            className="grid gap-x-4 gap-y-0.5 px-4 py-3 hover:bg-sunken sm:grid-cols-[4rem_minmax(0,1fr)]"
          >
            <code className="font-mono text-small font-medium">{method}</code>
            <span className="min-w-0">
              <code className="block font-mono text-small wrap-anywhere">{path}</code>
              <span className="text-small text-muted">{summary}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
