import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { paths } from '#lib/paths.ts';
import { curlCommand, metricsCommand, PROMQL } from '#lib/usage-tokens/snippets.ts';
import { ReferenceSection } from './reference-section.tsx';

const TOKEN = 'rpu_…';
const USAGE_CALLS = [
  { path: 'GET /api/usage', id: 'getApiUsage' },
  { path: 'GET /api/usage/metrics', id: 'getApiUsageMetrics' },
];
const LINK = 'text-ink underline underline-offset-4 hover:text-signal';

/** The two endpoints that a subscriber's monitoring needs. */
export function ReadUsage() {
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
