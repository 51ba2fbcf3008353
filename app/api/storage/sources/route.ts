import { route } from '#lib/routes/route.ts';
import { recordSources } from '#lib/sources/record-sources.ts';
import { MAX_SOURCE_BYTES, SourceReportInput } from '#lib/sources/schema.ts';
import { SourceReportView, WantedSourcesView } from '#lib/sources/views.ts';
import { wantedSources } from '#lib/sources/wanted.ts';

export const GET = route(
  {
    access: 'server',
    summary: 'Get the keys whose owners show the addresses of their servers, and renewed keys',
    details: 'It has an ETag. The agent asks every minute, and reports addresses and `was` for these keys only.',
    answer: WantedSourcesView,
    also: { 304: 'The list has not changed since the version in If-None-Match.' },
  },
  ({ ctx, request }) => wantedSources(ctx, request),
);
export const POST = route(
  {
    access: 'server',
    summary: 'Report where the requests of each key come from',
    details:
      'Sources and networks are pseudonyms. At most 5,000 rows and 2 MB. A repeated sequence counts once; with a different body it is refused, except for `address` and `was`, which may differ.',
    body: SourceReportInput,
    bodyLimit: MAX_SOURCE_BYTES,
    answer: SourceReportView,
    refuses: ['invalid', 'conflict'],
  },
  ({ ctx, body }) => recordSources(ctx, body),
);
