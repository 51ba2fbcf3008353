import { route } from '#lib/routes/route.ts';
import { getStorageTasks } from '#lib/storage/tasks/tasks.ts';
import { StorageTasksView } from '#lib/storage/tasks/views.ts';

export const GET = route(
  {
    access: 'server',
    summary: 'Get what a storage host should do',
    details:
      'How often to collect, and the open questions. The agent asks every 10 seconds. Fields and kinds of questions may be added: ignore those that you do not know.',
    answer: StorageTasksView,
  },
  ({ ctx }) => getStorageTasks(ctx),
);
