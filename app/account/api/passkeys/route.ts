import { challengeCookie } from '#lib/auth/challenge.ts';
import { currentTokens } from '#lib/auth/next.ts';
import { createPasskey, listPasskeys } from '#lib/auth/passkeys.ts';
import { CreatePasskeyInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => listPasskeys(ctx));

export const POST = route({ access: 'user', body: CreatePasskeyInput }, async ({ ctx, body }) => {
  const passkey = await createPasskey(ctx, body, (await currentTokens()).challenge);
  return Response.json(passkey, { headers: { 'set-cookie': challengeCookie(null) } });
});
