import { route } from '#lib/routes/route.ts';
import { listUsageTokens } from '#lib/usage-tokens/queries.ts';
import { CreateUsageTokenInput } from '#lib/usage-tokens/schema.ts';
import { createUsageToken } from '#lib/usage-tokens/service.ts';
import { CreatedUsageTokenView, UsageTokenListView } from '#lib/usage-tokens/views.ts';

export const GET = route({ access: 'user', summary: 'List your usage tokens', answer: UsageTokenListView }, ({ ctx }) =>
  listUsageTokens(ctx),
);
export const POST = route(
  {
    access: 'user',
    summary: 'Create a usage token for your monitoring',
    body: CreateUsageTokenInput,
    answer: CreatedUsageTokenView,
    refuses: ['reauthentication_required', 'conflict'],
  },
  ({ ctx, body }) => createUsageToken(ctx, body),
);
