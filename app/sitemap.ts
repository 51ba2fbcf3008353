import type { MetadataRoute } from 'next';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { publicPages } from '#lib/marketing/metadata.ts';

export const dynamic = 'force-dynamic';

export default function sitemap(): MetadataRoute.Sitemap {
  return publicPages.map((path) => ({ url: new URL(path, publicOrigin()).href }));
}
