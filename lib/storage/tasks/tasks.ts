import type { Context, Server } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { readPrepared } from '#lib/base/db/prepared.ts';
import { MAX_QUESTIONS, TASKS_VERSION } from './schema.ts';
import type { StorageTasksView } from './views.ts';

type TasksRow = { is_watched: boolean; questions: { id: string; kind: string; body: object }[] };

/** What a host should do: how often to collect, and the open questions. One statement, because each host asks every 10 s. */
export async function getStorageTasks({ db, now }: Context<Server>): Promise<StorageTasksView> {
  const [row] = await readPrepared<TasksRow>(
    db,
    Prisma.sql`
      SELECT EXISTS (SELECT FROM storage_checklist WHERE open_until > ${now}) AS is_watched,
        (SELECT coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'body', body)), '[]') FROM (
          SELECT id, kind, body FROM storage_questions WHERE open_until > ${now}
          ORDER BY open_until LIMIT ${MAX_QUESTIONS}) open) AS questions`,
  );
  const questions = (row?.questions ?? []).map(({ id, kind, body }) => ({ ...body, id, kind }));
  return {
    version: TASKS_VERSION,
    collect_seconds: row?.is_watched || questions.length > 0 ? 10 : 60,
    questions,
  };
}
