import type { Anonymous, Context, Member } from '#lib/base/context.ts';
import { findAuthorization, findInteraction } from '#lib/oauth/consent/interaction.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';

/** What the consent page shows the actor of a request, and its step; null if there is no such request. */
export async function authorizationOf(ctx: Context<Anonymous | Member>, uid: string) {
  const interaction = await findInteraction(uid, await oauthProvider());
  return interaction ? findAuthorization(ctx, interaction) : null;
}
