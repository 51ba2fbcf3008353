import { checkConnection } from '#lib/doctor/ask.ts';
import { getDoctor } from '#lib/doctor/check.ts';
import { CheckConnectionInput } from '#lib/doctor/schema.ts';
import { DoctorView } from '#lib/doctor/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'Show your latest check of a connection to the storage', answer: DoctorView },
  ({ ctx }) => getDoctor(ctx),
);

export const POST = route(
  {
    access: 'user',
    summary: 'Check the connection of an address to the storage',
    details:
      'The storage hosts answer for a minute. About an address that is neither that of this request nor has used your key, they say nothing else.',
    body: CheckConnectionInput,
    answer: DoctorView,
    refuses: ['not_found', 'rate_limited', 'unavailable'],
  },
  async ({ ctx, body }) => {
    await checkConnection(ctx, body);
    return getDoctor(ctx);
  },
);
