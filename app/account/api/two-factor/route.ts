import { getTwoFactor } from '#lib/auth/settings/two-factor.ts';
import { TwoFactorView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'Show whether two-factor login is on', answer: TwoFactorView },
  ({ ctx }) => getTwoFactor(ctx),
);
