import type { Db } from '#lib/db.ts';
import type { AuditTargetKind } from './views.ts';

/**
 * Names for the ids in a page of events. Ids that no longer exist are missing. `emails` has an entry for every existing
 * user, null if the user has no address.
 */
export type Names = { emails: Map<string, string | null>; others: Map<string, string> };

type Ids = { actorKind: string; actorId: string | null; targetKind: AuditTargetKind; targetId: string | null };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^\d{1,9}$/;

/** The kind of an action's target, derived from the action's first word; for a user, also from the form of the id. */
export function targetKindOf(action: string, targetId: string | null): AuditTargetKind {
  const noun = action.split('.', 1)[0];
  if (noun === 'fuzzy_key' || noun === 'storage_server' || noun === 'oauth_client') return noun;
  return noun !== 'job' && targetId !== null && UUID.test(targetId) ? 'user' : 'other';
}

/** A user's email address, the id if the user has no address, or `deleted user <id>` if the user no longer exists. */
export const personName = ({ emails }: Names, id: string): string =>
  emails.has(id) ? (emails.get(id) ?? id) : `deleted user ${id}`;

/** Looks up all names of a page in four statements, however long the page is. */
export async function findNames(db: Db, rows: readonly Ids[]): Promise<Names> {
  const people = rows.flatMap(({ actorId, targetId, targetKind }) => [
    actorId,
    targetKind === 'user' ? targetId : null,
  ]);
  const of = (kind: AuditTargetKind) => rows.flatMap((row) => (row.targetKind === kind ? (row.targetId ?? []) : []));
  const numbers = (ids: string[]) => ids.filter((id) => NUMBER.test(id)).map(Number);
  const actingServers = rows.flatMap(({ actorKind, actorId }) => (actorKind === 'server' ? (actorId ?? []) : []));
  const users = await db.user.findMany({
    where: { id: { in: people.flatMap((id) => (id !== null && UUID.test(id) ? id : [])) } },
    select: { id: true, email: true },
  });
  const keys = await db.fuzzyKey.findMany({
    where: { id: { in: numbers(of('fuzzy_key')) } },
    select: { id: true, description: true },
  });
  const servers = await db.storageServer.findMany({
    where: { id: { in: numbers([...of('storage_server'), ...actingServers]) } },
    select: { id: true, name: true },
  });
  const clients = await db.oAuthClient.findMany({
    where: { id: { in: of('oauth_client') } },
    select: { id: true, name: true },
  });
  return {
    emails: new Map(users.map(({ id, email }) => [id, email])),
    others: new Map([
      ...keys.map(({ id, description }) => [`fuzzy_key ${id}`, description] as const),
      ...servers.map(({ id, name }) => [`storage_server ${id}`, name] as const),
      ...clients.map(({ id, name }) => [`oauth_client ${id}`, name] as const),
    ]),
  };
}
