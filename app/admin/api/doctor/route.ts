import { checkAnyConnection } from '#lib/doctor/ask.ts';
import { getAdminDoctor } from '#lib/doctor/check.ts';
import { CheckAnyConnectionInput } from '#lib/doctor/schema.ts';
import { DoctorView } from '#lib/doctor/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'Show your latest check of any connection to the storage', answer: DoctorView },
  ({ ctx }) => getAdminDoctor(ctx),
);

export const POST = route(
  {
    access: 'admin',
    summary: 'Check the connection of any address to the storage',
    details: 'Without a key, the hosts name the keys that the address used. The audit log has the address.',
    body: CheckAnyConnectionInput,
    answer: DoctorView,
    refuses: ['invalid', 'unavailable'],
  },
  async ({ ctx, body }) => {
    await checkAnyConnection(ctx, body);
    return getAdminDoctor(ctx);
  },
);
