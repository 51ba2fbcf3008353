import { route } from '#lib/http/route.ts';
import { getCurrentKey } from '#lib/lifecycle/own-key.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => getCurrentKey(ctx));
