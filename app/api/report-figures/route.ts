import { figuresCsv, getFigures } from '#lib/hash-reports/figures.ts';
import { FiguresQuery } from '#lib/hash-reports/schema.ts';
import { FiguresView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'public',
    summary: 'Read 90 days of reports of hashes',
    details: '`format=csv` answers with a row for each day. Cached for a minute.',
    limit: 'figures_address',
    query: FiguresQuery,
    answer: FiguresView,
  },
  async ({ ctx, query }) => {
    const figures = await getFigures(ctx);
    const response = query.format === 'csv' ? figuresCsv(figures) : Response.json(figures);
    response.headers.set('cache-control', 'public, max-age=60');
    return response;
  },
);
