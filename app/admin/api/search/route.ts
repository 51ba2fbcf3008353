import { route } from '#lib/http/route.ts';
import { PaletteQuery, searchPalette } from '#lib/lifecycle/palette.ts';

export const GET = route({ access: 'admin', query: PaletteQuery }, ({ ctx, query }) => searchPalette(ctx, query));
