import { NoInput } from '#lib/auth/schema.ts';
import { route } from '#lib/routes/route.ts';
import { createEnrolmentCode } from '#lib/storage/enrolment.ts';
import { StorageServerParams } from '#lib/storage/schema.ts';
import { EnrolmentCode } from '#lib/storage/views.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Create a code with which the host of a storage server gets its token',
    details: 'It works once, for ten minutes, and replaces an earlier code. The token changes only when it is used.',
    params: StorageServerParams,
    body: NoInput,
    answer: EnrolmentCode,
    refuses: ['reauthentication_required'],
  },
  ({ ctx, params }) => createEnrolmentCode(ctx, params.id),
);
