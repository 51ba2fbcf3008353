import { DoneView } from '#lib/http/views.ts';
import { route } from '#lib/routes/route.ts';
import { SignUpInput } from '#lib/users/schema.ts';
import { signUp } from '#lib/users/service.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Create an account; a verification link is mailed',
    limit: 'sign_up_address',
    body: SignUpInput,
    answer: DoneView,
    refuses: ['weak_password'],
  },
  async ({ ctx, body }) => {
    await signUp(ctx, body);
    return { status: 'ok' };
  },
);
