import { site } from '#lib/base/settings/site.ts';
import { headline } from './texts.ts';

/** The pages for search engines. */
export const publicPages = [
  ...(['/', '/pricing', '/setup', '/api', '/privacy', '/terms', '/cookies'] as const),
  ...(['/legal', '/dpa', '/subprocessors', '/security', '/accessibility'] as const),
] as const;
/** Pages that are rendered for each request: for the caller, or with the figures of now. */
export const requestedPages = ['/start', '/false-positives'] as const;
/** A page that exists only if the seller has an SLA. */
const SLA_PAGE = '/sla';
export type PublicPage = (typeof publicPages)[number] | typeof SLA_PAGE | (typeof requestedPages)[number];

/** The pages of the sitemap. */
export const sitemapPages = ({ hasSla }: { hasSla: boolean }): readonly PublicPage[] => [
  ...publicPages,
  ...requestedPages,
  ...(hasSla ? ([SLA_PAGE] as const) : []),
];

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
