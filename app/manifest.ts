import type { MetadataRoute } from 'next';
import { colors } from '#lib/marketing/colors.ts';
import { paths } from '#lib/paths.ts';
import { site } from '#lib/site.ts';

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: 'en',
    start_url: paths.home,
    display: 'browser',
    background_color: colors.light.paper,
    theme_color: colors.light.paper,
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  };
}
