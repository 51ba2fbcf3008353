import type { MetadataRoute } from 'next';
import { paths } from '#lib/base/paths.ts';
import { site } from '#lib/base/settings/site.ts';
import { colors } from '#lib/marketing/colors.ts';

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
