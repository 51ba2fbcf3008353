import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { ReferenceSection } from './reference-section.tsx';

/** Rules that apply to every endpoint. */
export function HowToCall() {
  return (
    <ReferenceSection title="How to call">
      <DescriptionList
        items={[
          { term: 'Address', value: <code className="font-mono">{publicOrigin()}</code> },
          {
            term: 'Bodies and answers',
            value: 'JSON with names in snake_case. A body is at most 64 kB unless the endpoint says otherwise.',
          },
          {
            term: 'Times',
            value: 'ISO 8601 in UTC, such as 2026-01-31T12:00:00.000Z, unless the endpoint says otherwise.',
          },
          {
            term: 'Further names',
            value: 'Responses may gain fields. Ignore unknown ones. No field is removed or changes its meaning.',
          },
          {
            term: 'Lists',
            value:
              'They take limit (50, at most 200), sort (a field, or -field the other way round) and filters, and answer next_cursor: send it back as cursor for the next page; null is the last one.',
          },
          {
            term: 'Limits',
            value: 'Too many attempts get 429. Wait for the seconds in the header Retry-After, also after 503.',
          },
          {
            term: 'From a browser',
            value:
              'A request that changes something must come from a page of this site. Programs send no Origin header and need none.',
          },
        ]}
      />
    </ReferenceSection>
  );
}
