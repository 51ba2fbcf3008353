import type { Metadata } from 'next';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { publishedAreas } from '#lib/openapi/published.ts';
import { paths } from '#lib/paths.ts';
import { Areas } from './_components/areas.tsx';
import { Contents } from './_components/contents.tsx';
import { HowToCall } from './_components/how-to-call.tsx';
import { ReadUsage } from './_components/read-usage.tsx';
import { ReferenceSection } from './_components/reference-section.tsx';
import { Refusals } from './_components/refusals.tsx';
import { WhoCalls } from './_components/who-calls.tsx';

export const dynamic = 'error';
export const metadata: Metadata = pageMetadata('/api', {
  title: 'API',
  description:
    'Every endpoint with its parameters, its responses and an example: usage for your monitoring, keys, billing, OAuth2.',
});

export default function ApiPage() {
  const areas = publishedAreas('everybody');
  return (
    <article className="page py-12 sm:py-20">
      <h1 className="text-display font-semibold tracking-tight">API</h1>
      <p className="mt-4 mb-12 max-w-measure text-lead text-muted">
        Your usage for your monitoring, and the reference of every endpoint. The pages of this site use the same
        endpoints. All of it is also in{' '}
        <a href="/api/openapi.json" className="text-ink underline underline-offset-4 hover:text-signal">
          the OpenAPI 3.1 document
        </a>
        .
      </p>
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="min-w-0 space-y-14">
          <ReadUsage />
          <HowToCall />
          <WhoCalls />
          <Refusals />
          <ReferenceSection
            title="All endpoints"
            lead="Except for usage and OAuth2, they serve the pages of this site and its storage hosts."
          >
            <Areas areas={areas} />
            <p className="max-w-measure text-small text-muted">
              Endpoints for admins are on{' '}
              <a href={paths.adminApi} className="text-ink underline underline-offset-4 hover:text-signal">
                a separate page
              </a>
              .
            </p>
          </ReferenceSection>
        </div>
        <Contents titles={['Read your usage', 'How to call', 'Who calls', 'Refusals', 'All endpoints']} />
      </div>
    </article>
  );
}
