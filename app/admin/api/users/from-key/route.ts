import { route } from '#lib/routes/route.ts';
import { createUserFromKey } from '#lib/users/create-user.ts';
import { CreateUserFromKeyInput } from '#lib/users/schema.ts';
import { CreatedUserAnswer } from '#lib/users/views.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Create a verified user for a key without an owner',
    body: CreateUserFromKeyInput,
    answer: CreatedUserAnswer,
    refuses: ['reauthentication_required', 'not_found', 'invalid', 'weak_password', 'conflict'],
  },
  async ({ ctx, body }) => ({
    status: 'ok',
    ...(await createUserFromKey(ctx, body)),
  }),
);
