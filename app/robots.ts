import type { MetadataRoute } from 'next';
import { paths } from '#lib/base/paths.ts';
import { publicOrigin } from '#lib/http/public-origin.ts';

export const dynamic = 'force-dynamic';

/** Endpoints and private pages. /login may be fetched, so that crawlers see its noindex. */
const PRIVATE = [
  ...[paths.dashboard, paths.usage, paths.plan(), '/account', '/admin', paths.buy({}), paths.billing, paths.logout],
  ...['/verify', '/reset', '/forgot', '/signup/', '/login/', '/change/'],
  ...['/api/', '/oauth2/', '/usagegraph/'],
];

export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/', disallow: PRIVATE }, sitemap: `${publicOrigin()}/sitemap.xml` };
}
