import { transaction, type Context, type System } from '#lib/context.ts';
import { absoluteUrl } from '#lib/env.ts';
import { shorten } from '#lib/format.ts';
import { queueMail } from '#lib/mail/service.ts';
import { paths } from '#lib/paths.ts';
import { DAY } from '#lib/time.ts';
import { findAlertedKeys, isMuted, type AlertedKey } from '#lib/usage/alert-keys.ts';
import { floorTo } from '#lib/usage/buckets.ts';
import { serverLabel } from './schema.ts';
import { findNewSources, findSilentSources, noteNew, noteSilence, type NoticedSource } from './noticed-sources.ts';

const SHOWN_KEY_LENGTH = 12;

/** The kinds of emails about hosts: how the hosts are found, and how they are marked as reported. */
const KINDS = {
  new_source: { find: findNewSources, note: noteNew },
  silent_source: { find: findSilentSources, note: noteSilence },
} as const;
type SourceAlertKind = keyof typeof KINDS;

/**
 * Mails the owners of keys that a new host uses, or that a busy host no longer uses
 * (docs/decisions/0040-pseudonymous-sources.md): at most one email per key, kind and UTC day, with all hosts in it.
 * What is found after the email of a day waits for the next day. Returns the number of queued emails. Safe to run
 * twice, even simultaneously.
 */
export async function sendSourceAlerts(ctx: Context<System>): Promise<number> {
  let count = 0;
  for (const kind of ['new_source', 'silent_source'] as const) {
    const { find, note } = KINDS[kind];
    const found = Map.groupBy(await find(ctx), ({ keyId }) => keyId);
    const keys = new Map((await findAlertedKeys(ctx, [...found.keys()])).map((key) => [key.id, key]));
    const untold: NoticedSource[] = [];
    for (const [keyId, sources] of found) {
      const key = keys.get(keyId);
      if (!key || isMuted(key, kind)) untold.push(...sources);
      else if (await sendAlert(ctx, { kind, key, sources })) count++;
    }
    if (untold.length) await note(ctx, untold);
  }
  return count;
}

type SourceAlert = { kind: SourceAlertKind; key: AlertedKey; sources: readonly NoticedSource[] };

/**
 * Marks the hosts as reported and queues the email in one transaction. Returns false if the day already had an email.
 */
async function sendAlert(ctx: Context<System>, { kind, key, sources }: SourceAlert): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const inserted = await tx.db.$executeRaw`
      INSERT INTO usage_alerts (key_id, kind, day, sent_at)
      VALUES (${key.id}, ${kind}, ${floorTo(ctx.now, DAY)}::timestamptz AT TIME ZONE 'UTC', ${ctx.now}) ON CONFLICT DO NOTHING`;
    if (inserted === 0 || !key.user?.email) return false;
    await KINDS[kind].note(tx, sources);
    await queueMail(tx, key.user.email, kind, {
      key: shorten(key.publicKey, SHOWN_KEY_LENGTH),
      servers: sources.map(({ source, name, firstSeenAt, lastSeenAt }) => ({
        name: name || serverLabel(source),
        at: (kind === 'new_source' ? firstSeenAt : lastSeenAt).toISOString(),
      })),
      serversUrl: absoluteUrl(paths.servers),
    });
    return true;
  });
}
