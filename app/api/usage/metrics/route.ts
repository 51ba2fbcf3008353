import { route } from '#lib/routes/route.ts';
import { usageMetrics } from '#lib/usage-tokens/metrics.ts';

export const GET = route(
  {
    access: 'usage-token',
    summary: 'Read your usage and limits as Prometheus metrics',
    details: 'At most 60 requests a minute per token.',
    produces: 'text/plain',
  },
  ({ ctx }) => usageMetrics(ctx),
);
