import { publicOrigin } from '#lib/http/public-origin.ts';
import { securityTxt } from '#lib/marketing/security-txt.ts';

export const dynamic = 'force-dynamic';

/** Where to report a vulnerability (RFC 9116). */
export const GET = () =>
  new Response(securityTxt(publicOrigin(), new Date()), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
