import { listUserSubscriptions } from '#lib/billing/overview/review-queue.ts';
import { UserId } from '#lib/billing/schema.ts';
import { AdminSubscriptionListView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'admin',
    summary: "List a user's Stripe subscriptions",
    params: UserId,
    answer: AdminSubscriptionListView,
  },
  ({ ctx, params }) => listUserSubscriptions(ctx, params),
);
