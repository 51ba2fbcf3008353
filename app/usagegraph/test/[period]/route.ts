import { DomainError } from '#lib/base/errors.ts';
import { env } from '#lib/base/settings/env.ts';
import { route } from '#lib/routes/route.ts';
import { getSampleUsage } from '#lib/usage/sample.ts';
import { PeriodParams } from '#lib/usage/schema.ts';
import { UsageGraphView } from '#lib/usage/views.ts';

/** Exists in development only (S58). */
export const GET = route(
  {
    access: 'user',
    summary: 'Show sample usage; in development only',
    params: PeriodParams,
    answer: UsageGraphView,
    refuses: ['not_found'],
  },
  ({ ctx, params }) => {
    if (env().APP_MODE !== 'development') throw new DomainError('not_found', 'Not found.');
    return getSampleUsage(ctx, params.period);
  },
);
