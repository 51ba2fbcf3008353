import type { Metadata } from 'next';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { publishedAreas } from '#lib/openapi/published.ts';
import { paths } from '#lib/paths.ts';
import { Area } from './_components/area.tsx';
import { Contents } from './_components/contents.tsx';
import { HowToCall } from './_components/how-to-call.tsx';
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
        Every call of this site, with what it takes, what it answers and how to try it. The pages use the same calls. A
        program reads it all in{' '}
        <a href="/api/openapi.json" className="text-ink underline underline-offset-4 hover:text-signal">
          the OpenAPI 3.1 document
        </a>
        .
      </p>
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="min-w-0 space-y-14">
          <HowToCall />
          <WhoCalls />
          <Refusals />
          {areas.map((area) => (
            <Area key={area.name} area={area} />
          ))}
          <ReferenceSection title="For admins">
            <p className="max-w-measure text-muted">
              What the admin pages call stands on{' '}
              <a href={paths.adminApi} className="text-ink underline underline-offset-4 hover:text-signal">
                a separate page
              </a>
              .
            </p>
          </ReferenceSection>
        </div>
        <Contents titles={['How to call', 'Who calls', 'Refusals', ...areas.map(({ name }) => name), 'For admins']} />
      </div>
    </article>
  );
}
