import type { MetadataRoute } from 'next';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { paths } from '#lib/paths.ts';

export const dynamic = 'force-dynamic';

/** What is no page, or somebody's own. /login may be fetched: its noindex is to be seen. */
const PRIVATE = [
  ...[paths.dashboard, '/account', '/admin', paths.buy({}), paths.billing, paths.logout],
  ...['/verify', '/reset', '/forgot', '/signup/', '/login/', '/change/'],
  ...['/api/', '/oauth2/', '/usagegraph/'],
];

export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/', disallow: PRIVATE }, sitemap: `${publicOrigin()}/sitemap.xml` };
}
