import { SecondFactorInput } from '#lib/auth/schema.ts';
import { enableTwoFactor } from '#lib/auth/two-factor.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'user', body: SecondFactorInput }, ({ ctx, body }) => enableTwoFactor(ctx, body));
