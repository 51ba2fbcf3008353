import type { Context, Server } from '#lib/base/context.ts';
import type { StorageAnswersInput } from './schema.ts';
import type { StorageAnswersView } from './views.ts';

/**
 * Stores a host's first and latest answer to each question. Sending an answer again changes nothing. Drops answers to
 * questions that have expired or were deleted.
 */
export async function recordStorageAnswers(
  { db, now, actor }: Context<Server>,
  { answers }: StorageAnswersInput,
): Promise<StorageAnswersView> {
  const latest = new Map(
    answers.toSorted((a, b) => a.observed_at.getTime() - b.observed_at.getTime()).map((item) => [item.id, item]),
  );
  const rows = [...latest.values()];
  const ids = rows.map(({ id }) => id);
  const times = rows.map(({ observed_at }) => observed_at.toISOString());
  const texts = rows.map(({ answer }) => JSON.stringify(answer));
  const [count] = await db.$queryRaw<{ taken: number }[]>`
    WITH given AS (
      SELECT g.id, g.at, g.answer FROM unnest(${ids}::uuid[], ${times}::text[]::timestamptz[], ${texts}::text[]::jsonb[]) AS g(id, at, answer)
      JOIN storage_questions q ON q.id = g.id AND q.expires_at > ${now}
    ), stored AS (
      INSERT INTO storage_answers AS row (question_id, server_id, first, last, observed_at)
      SELECT id, ${actor.serverId}::int, answer, answer, at FROM given ORDER BY id
      ON CONFLICT (question_id, server_id) DO UPDATE SET last = excluded.last, observed_at = excluded.observed_at
      WHERE row.observed_at < excluded.observed_at
    )
    SELECT count(*)::int AS taken FROM given`;
  return { status: 'ok', taken: count?.taken ?? 0 };
}
