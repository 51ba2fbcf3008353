import { site } from '#lib/base/settings/site.ts';
import { headline } from './texts.ts';

/** The pages for search engines, listed in the sitemap. */
export const publicPages = ['/', '/pricing', '/setup', '/api', '/privacy', '/terms', '/cookies'] as const;
export type PublicPage = (typeof publicPages)[number];

/** The image that a shared link shows (app/opengraph-image.tsx). */
export const previewImage = {
  url: '/opengraph-image',
  type: 'image/png',
  width: 1200,
  height: 630,
  alt: `${site.name}. ${headline} Six hashes of a message, five of them found.`,
} as const;

/** Metadata of a public page for search engines and previews. A non-absolute title gets the site's name appended. */
export function pageMetadata(path: PublicPage, page: { title: string | { absolute: string }; description: string }) {
  const openGraph = { type: 'website', siteName: site.name, locale: 'en_GB', url: path, images: previewImage } as const;
  return { ...page, alternates: { canonical: path }, openGraph };
}
