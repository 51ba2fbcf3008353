import type { PublishedArea } from '#lib/http/openapi/published.ts';
import { CallList } from './call-list.tsx';
import { Part } from './part.tsx';

/** The calls that are about one thing. */
export function Area({ area }: { area: PublishedArea }) {
  return (
    <Part title={area.name} lead={area.description}>
      <CallList calls={area.calls} />
    </Part>
  );
}
