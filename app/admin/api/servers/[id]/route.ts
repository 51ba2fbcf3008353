import { NoInput } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';
import { StorageServerParams } from '#lib/storage/schema.ts';
import { removeStorageServer } from '#lib/storage/service.ts';

export const DELETE = route(
  {
    access: 'admin',
    summary: 'Remove a storage server',
    params: StorageServerParams,
    body: NoInput,
    answer: DoneView,
    refuses: ['reauthentication_required'],
  },
  async ({ ctx, params }) => {
    await removeStorageServer(ctx, params.id);
    return { status: 'ok' };
  },
);
