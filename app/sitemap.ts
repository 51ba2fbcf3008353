import type { MetadataRoute } from 'next';
import { legalFacts } from '#lib/base/settings/legal.ts';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { sitemapPages } from '#lib/marketing/metadata.ts';

export const dynamic = 'force-dynamic';

export default function sitemap(): MetadataRoute.Sitemap {
  return sitemapPages({ hasSla: legalFacts().sla !== null }).map((path) => ({
    url: new URL(path, publicOrigin()).href,
  }));
}
