import { route } from '#lib/routes/route.ts';
import { createManualUser } from '#lib/users/create-user.ts';
import { CreateManualUserInput } from '#lib/users/schema.ts';
import { CreatedUserAnswer } from '#lib/users/views.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Create a verified user with a key',
    body: CreateManualUserInput,
    answer: CreatedUserAnswer,
    refuses: ['reauthentication_required', 'invalid', 'weak_password', 'conflict'],
  },
  async ({ ctx, body }) => ({
    status: 'ok',
    ...(await createManualUser(ctx, body)),
  }),
);
