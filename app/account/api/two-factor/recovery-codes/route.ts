import { NoInput } from '#lib/auth/schema.ts';
import { createNewRecoveryCodes } from '#lib/auth/two-factor.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'user', body: NoInput }, ({ ctx }) => createNewRecoveryCodes(ctx));
