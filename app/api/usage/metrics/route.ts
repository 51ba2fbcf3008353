import { route } from '#lib/http/route.ts';
import { usageMetrics } from '#lib/usage-tokens/metrics.ts';

export const GET = route(
  {
    access: 'usage-token',
    summary: 'Read your usage and limits as metrics for Prometheus',
    details: 'At most 60 calls of a token in a minute.',
    produces: 'text/plain',
  },
  ({ ctx }) => usageMetrics(ctx),
);
