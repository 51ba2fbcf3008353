import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { WithCode } from '#components/ui/data/with-code.tsx';
import { STATUS_BY_CODE } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';
import { slugOf } from '#lib/base/text/format.ts';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { REFUSALS } from '#lib/openapi/errors.ts';
import { published, publishedAreas } from '#lib/openapi/published.ts';
import { curlCommand, metricsCommand, PROMQL } from '#lib/usage-tokens/snippets.ts';
import { Areas } from './_components/areas.tsx';
import { SCHEME_NAMES } from './_components/scheme-names.ts';
import { Shape } from './_components/shape.tsx';

export const dynamic = 'error';
export const metadata: Metadata = pageMetadata('/api', {
  title: 'API',
  description:
    'Every endpoint with its parameters, its responses and an example: usage for your monitoring, keys, billing, OAuth2.',
});

export default function ApiPage() {
  const areas = publishedAreas('everybody');
  return (
    <article className="page public-page">
      <PageHeader
        title="API"
        description={
          <>
            Your usage for your monitoring, and the reference of every endpoint. The pages of this site use the same
            endpoints. All of it is also in{' '}
            <a href="/api/openapi.json" className={LINK}>
              the OpenAPI 3.1 document
            </a>
            .
          </>
        }
      />
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

/** The ways to authenticate. */
function WhoCalls() {
  return (
    <ReferenceSection title="Who calls" lead="Each endpoint names one of these. Endpoints that name none are public.">
      <DescriptionList
        items={Object.entries(published.components.securitySchemes).map(([name, scheme]) => ({
          term: SCHEME_NAMES[name] ?? name,
          value: scheme.description,
        }))}
      />
    </ReferenceSection>
  );
}

/** Table of contents, on wide screens only. */
function Contents({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-label="On this page" className="sticky top-24 hidden self-start lg:block">
      <h2 className="mb-2 label-mono">On this page</h2>
      <ul className="border-l">
        {titles.map((title) => (
          <li key={title}>
            <a href={`#${slugOf(title)}`} className="block py-1.5 pl-4 text-small text-muted hover:text-ink">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The shape of every error response, and what its codes mean. */
function Refusals() {
  const form = published.components.schemas.ErrorView;
  return (
    <ReferenceSection
      title="Refusals"
      lead="Branch on status and code; the text is for humans. Include the request id when you contact support: it identifies the request in the log."
    >
      {form && <Shape label="A refusal" schema={form} />}
      <DescriptionList
        items={Object.entries(REFUSALS).map(([status, meaning]) => ({
          term: status,
          value: (
            <>
              <span className="block">
                <WithCode text={meaning} />
              </span>
              <code className="font-mono text-muted">{codesOf(Number(status)).join(', ')}</code>
            </>
          ),
        }))}
      />
    </ReferenceSection>
  );
}

const codesOf = (status: number) =>
  Object.entries(STATUS_BY_CODE).flatMap(([code, own]) => (own === status ? [code] : []));

/** Rules that apply to every endpoint. */
function HowToCall() {
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

const TOKEN = 'rpu_…';
const USAGE_CALLS = [
  { path: 'GET /api/usage', id: 'getApiUsage' },
  { path: 'GET /api/usage/metrics', id: 'getApiUsageMetrics' },
];
const LINK = 'text-ink underline underline-offset-4 hover:text-signal';

/** The two endpoints that a subscriber's monitoring needs. */
function ReadUsage() {
  return (
    <ReferenceSection
      title="Read your usage"
      lead={
        <>
          Two endpoints for your monitoring: JSON, and metrics for Prometheus. Create a token under{' '}
          <a href={`${paths.account}#usage-tokens`} className={LINK}>
            Account, Usage tokens
          </a>
          .
        </>
      }
    >
      <CodeBlock title="JSON" note="The last 24 hours" code={curlCommand(publicOrigin(), TOKEN)} />
      <CodeBlock
        title="Metrics"
        note="The dialog that shows a new token has the configuration for Prometheus"
        code={metricsCommand(publicOrigin(), TOKEN)}
      />
      <CodeBlock
        title="PromQL"
        note="For Grafana panels and alerts"
        code={PROMQL.map(({ what, query }) => `# ${what}\n${query}`).join('\n\n')}
      />
      <p className="text-small text-muted">
        Parameters and answers:{' '}
        {USAGE_CALLS.map(({ path, id }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={paths.apiCall('usage', id)} className={LINK}>
              {path}
            </a>
          </span>
        ))}
        .
      </p>
    </ReferenceSection>
  );
}

/** A section of the page, with an anchor. */
function ReferenceSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = slugOf(title);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 space-y-4 border-t pt-8">
      <h2 id={`${id}-title`} className="text-title font-semibold">
        {title}
      </h2>
      {lead !== undefined && <p className="max-w-measure text-muted">{lead}</p>}
      {children}
    </section>
  );
}
