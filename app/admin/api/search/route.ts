import { PaletteQuery, searchPalette } from '#lib/admin/palette.ts';
import { route } from '#lib/routes/route.ts';
import { PaletteView } from '#lib/users/views.ts';

export const GET = route(
  { access: 'admin', summary: 'Find users and keys for the command palette', query: PaletteQuery, answer: PaletteView },
  ({ ctx, query }) => searchPalette(ctx, query),
);
