import { NoInput } from '#lib/auth/schema.ts';
import { route } from '#lib/routes/route.ts';
import { StorageServerParams } from '#lib/storage/schema.ts';
import { rotateStorageServerToken } from '#lib/storage/service.ts';
import { StorageServerToken } from '#lib/storage/views.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Replace the token of a storage server',
    params: StorageServerParams,
    body: NoInput,
    answer: StorageServerToken,
    refuses: ['reauthentication_required'],
  },
  ({ ctx, params }) => rotateStorageServerToken(ctx, params.id),
);
