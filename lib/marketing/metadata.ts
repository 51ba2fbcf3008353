import { site } from '#lib/site.ts';

/** The pages that search engines shall know; the sitemap lists them. */
export const publicPages = ['/', '/pricing', '/setup', '/api', '/privacy', '/terms', '/cookies'] as const;
export type PublicPage = (typeof publicPages)[number];

/** The picture that a shared link shows (app/opengraph-image.tsx). */
export const previewImage = {
  url: '/opengraph-image',
  type: 'image/png',
  width: 1200,
  height: 630,
  alt: `${site.name}: know a spam campaign before it reaches you. Six hashes of a message, five of them found.`,
} as const;

/** What search engines and link previews are told of a public page; its title is followed by the site's name, unless absolute. */
export function pageMetadata(path: PublicPage, page: { title: string | { absolute: string }; description: string }) {
  const openGraph = { type: 'website', siteName: site.name, locale: 'en_GB', url: path, images: previewImage } as const;
  return { ...page, alternates: { canonical: path }, openGraph };
}
