import { z } from 'zod';
import { withdraw } from '#lib/billing/change/withdraw.ts';
import { PlanView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Withdraw from your contract within 14 days of a private purchase',
    body: z.object({}),
    answer: PlanView,
    refuses: ['conflict'],
  },
  ({ ctx }) => withdraw(ctx),
);
