import type { Context, Server } from '#lib/base/context.ts';
import { LIST_FLAGS, LISTS } from '#lib/storage/schema.ts';
import type { TestMessageState } from './schema.ts';
import { TEST_MESSAGE_VERSION, testMessage } from './text.ts';
import type { TestMessagesView } from './views.ts';

/** The messages that the caller's storage must know: those of its lists, or of both lists if none is set. */
export async function getTestMessages({ db, actor }: Context<Server>): Promise<TestMessagesView> {
  const { lists } = await db.storageServer.findUniqueOrThrow({
    where: { id: actor.serverId },
    select: { lists: true },
  });
  const wanted = LISTS.filter((list) => lists.length === 0 || lists.includes(list));
  const messages = wanted.map((list) => ({ flag: LIST_FLAGS[list], message: testMessage(list) }));
  return { version: TEST_MESSAGE_VERSION, messages };
}

/** Stores what a storage host says about its test messages. Another version clears the time of the last match. */
export async function reportTestMessage(
  { db, actor, now }: Context<Server>,
  { version, found, error }: TestMessageState,
): Promise<{ status: 'ok' }> {
  const where = { id: actor.serverId };
  await db.storageServer.updateMany({
    where: { ...where, testMessageVersion: { not: version } },
    data: { testMessageFoundAt: null },
  });
  await db.storageServer.updateMany({
    where,
    data: {
      testMessageAt: now,
      testMessageVersion: version,
      testMessageError: error,
      ...(found && { testMessageFoundAt: now }),
    },
  });
  return { status: 'ok' };
}
