import type { Context, Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { discovering } from '#lib/fuzzy-keys/setup/client-config.ts';
import { guideArchive } from '#lib/guides/archive.ts';
import { guidesFor } from '#lib/guides/guides.ts';
import type { ArchiveInput } from '#lib/guides/schema.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';

/**
 * The setup of one platform as an archive, with the caller's key and the rules of the caller's plan. Throws `not_found`
 * if the caller has no key, and `rate_limited`.
 */
export async function getSetupArchive(
  ctx: Context<Member>,
  { platform, free_feed: freeFeed, servers }: ArchiveInput,
): Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }> {
  await consumeLimit('setup_archive_account', ctx.actor.accountId);
  const { plan } = await getUserStatus(ctx);
  if (plan.key === null) throw new DomainError('not_found', 'You have no API key.');
  const hosts = servers === 'srv' ? discovering(contacts()) : contacts();
  const options = { publicKey: plan.key, contacts: hosts, forbiddenFlags: plan.forbidden_flags, freeFeed };
  const guide = guidesFor(options).find(({ id }) => id === platform);
  if (!guide) throw new Error(`No guide for ${platform}`);
  return guideArchive(guide);
}
