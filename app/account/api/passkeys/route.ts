import { challengeCookie } from '#lib/auth/challenge.ts';
import { currentTokens } from '#lib/auth/next.ts';
import { createPasskey, listPasskeys } from '#lib/auth/passkeys.ts';
import { CreatePasskeyInput } from '#lib/auth/schema.ts';
import { PasskeyListView, PasskeyView } from '#lib/auth/views.ts';
import { route } from '#lib/http/route.ts';

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
