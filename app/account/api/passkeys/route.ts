import { CreatePasskeyInput } from '#lib/auth/schema.ts';
import { challengeCookie } from '#lib/auth/session/challenge.ts';
import { createPasskey, listPasskeys } from '#lib/auth/settings/passkeys.ts';
import { PasskeyListView, PasskeyView } from '#lib/auth/views.ts';
import { currentTokens } from '#lib/routes/next.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route({ access: 'user', summary: 'List your passkeys', answer: PasskeyListView }, ({ ctx }) =>
  listPasskeys(ctx),
);

export const POST = route(
  {
    access: 'user',
    summary: 'Add the passkey that the browser created',
    body: CreatePasskeyInput,
    answer: PasskeyView,
    refuses: ['reauthentication_required', 'invalid', 'conflict'],
  },
  async ({ ctx, body }) => {
    const passkey = await createPasskey(ctx, body, (await currentTokens()).challenge);
    return Response.json(passkey, { headers: { 'set-cookie': challengeCookie(null) } });
  },
);
