import { route } from '#lib/routes/route.ts';
import { enrolStorageHost } from '#lib/storage/enrolment.ts';
import { EnrolInput } from '#lib/storage/schema.ts';
import { EnrolledHost } from '#lib/storage/views.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Enrol a storage host',
    details:
      "Uses up an enrolment code and replaces the server's token. Every code that does not work gets the same error.",
    body: EnrolInput,
    answer: EnrolledHost,
    refuses: ['invalid', 'rate_limited'],
  },
  ({ ctx, body }) => enrolStorageHost(ctx, body),
);
