import { handOver } from '#lib/accounts/console.ts';
import { HandOverInput } from '#lib/accounts/schema.ts';
import { IdParams } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Make a user an owner of an account',
    details: 'For an account whose owners cannot invite. Its owners stay, and get a mail with the reason.',
    params: IdParams,
    body: HandOverInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'conflict'],
  },
  async ({ ctx, params, body }) => {
    await handOver(ctx, params.id, body);
    return { status: 'ok' as const };
  },
);
