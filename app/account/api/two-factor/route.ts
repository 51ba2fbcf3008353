import { getTwoFactor } from '#lib/auth/two-factor.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => getTwoFactor(ctx));
