import { route } from '#lib/routes/route.ts';
import { exportFileName, exportPerson } from '#lib/users/export/export-person.ts';
import { PersonExport } from '#lib/users/export/views.ts';

export const GET = route(
  {
    access: 'user',
    summary: 'Download all data stored about you',
    answer: PersonExport,
    refuses: ['reauthentication_required', 'rate_limited'],
  },
  async ({ ctx }) => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${exportFileName(ctx.now)}"`,
    };
    return new Response(JSON.stringify(await exportPerson(ctx), null, 2), { headers });
  },
);
