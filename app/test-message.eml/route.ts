import { route } from '#lib/routes/route.ts';
import { TestMessageQuery } from '#lib/storage/test-message/schema.ts';
import { testMessage } from '#lib/storage/test-message/text.ts';

export const GET = route(
  {
    access: 'public',
    summary: 'Download the test message',
    details:
      'Every storage host knows it. A mail server that is set up reports FUZZY_PLUS_DENIED with 1.35 points for it, or FUZZY_BULK with 0.05 points for that of the bulk list.',
    query: TestMessageQuery,
    produces: 'message/rfc822',
  },
  async ({ query: { list } }) =>
    new Response(testMessage(list), {
      headers: {
        'content-type': 'message/rfc822',
        'content-disposition': `attachment; filename="test-message${list === 'bulk' ? '-bulk' : ''}.eml"`,
        'cache-control': 'public, max-age=3600',
      },
    }),
);
