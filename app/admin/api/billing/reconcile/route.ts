import { requestReconcile } from '#lib/billing/mend.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'admin' }, ({ ctx }) => requestReconcile(ctx));
