import { IdParams } from '#lib/auth/schema.ts';
import { StartCustomerViewInput } from '#lib/customer-view/schema.ts';
import { endCustomerView, startCustomerView } from '#lib/customer-view/service.ts';
import { CustomerViewView } from '#lib/customer-view/views.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Start to view an account as its owner sees it',
    details: 'For 15 minutes, read-only, in this session. The owner gets a mail with the reason.',
    params: IdParams,
    body: StartCustomerViewInput,
    answer: CustomerViewView,
    refuses: ['reauthentication_required', 'conflict', 'rate_limited'],
  },
  ({ ctx, params, body }) => startCustomerView(ctx, params.id, body),
);
export const DELETE = route(
  { access: 'admin', summary: 'Stop viewing an account', params: IdParams, answer: DoneView },
  async ({ ctx, params }) => {
    await endCustomerView(ctx, params.id);
    return { status: 'ok' as const };
  },
);
