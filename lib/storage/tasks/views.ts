import { z } from 'zod';
import { TASKS_VERSION } from './schema.ts';

/** A question as storage hosts receive it. The other fields depend on the kind. */
const StorageQuestion = z.looseObject({ id: z.uuid(), kind: z.string() });

/** `GET /api/storage/tasks`. Agents ignore fields and kinds that they do not know. */
export const StorageTasksView = z.object({
  version: z.literal(TASKS_VERSION),
  collect_seconds: z
    .union([z.literal(10), z.literal(60)])
    .describe("10 while a person waits for a result; 60: the agent's setting"),
  questions: z.array(StorageQuestion),
});
export type StorageTasksView = z.infer<typeof StorageTasksView>;

/** `POST /api/storage/answers`. */
export const StorageAnswersView = z.object({
  status: z.literal('ok'),
  taken: z.int().describe('answers to known questions; the others are dropped'),
});
export type StorageAnswersView = z.infer<typeof StorageAnswersView>;
