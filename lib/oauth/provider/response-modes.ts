import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { explained } from './error-texts.ts';

/** What comes before the parameters, for the modes that redirect. */
const MARKS: Readonly<Record<string, '?' | '#'>> = { query: '?', fragment: '#' };

type Handler = Parameters<Provider['registerResponseMode']>[1];

/**
 * A URI with these parameters after it. The URI stays as it was registered, byte for byte: RFC 6749 §3.1.2 wants its
 * query retained, and applications compare it.
 */
export function withParams(uri: string, params: Readonly<Record<string, string>>, mark: '?' | '#' = '?'): string {
  const text = new URLSearchParams(params).toString();
  if (!text) return uri;
  if (mark === '#' || !uri.includes('?')) return `${uri}${mark}${text}`;
  return /[?&]$/.test(uri) ? uri + text : `${uri}&${text}`;
}

/** Redirects without parsing the URI. Koa's own `redirect` would write it anew. */
export function redirectTo(ctx: Pick<KoaContextWithOIDC, 'body' | 'status' | 'set'>, uri: string): void {
  ctx.body = null;
  ctx.status = 303;
  ctx.set('Location', uri);
}

/**
 * The provider, whose answers keep the redirect URI as it was registered and say what a developer can do. Its
 * constructor registers the response modes, and the first handler of a name counts.
 */
export class ExplainingProvider extends Provider {
  override registerResponseMode(name: string, handler: Handler): void {
    super.registerResponseMode(name, (ctx, uri, answer) => {
      const params = explained(answer as Record<string, string>);
      const mark = MARKS[name];
      return mark ? redirectTo(ctx, withParams(uri, params, mark)) : handler(ctx, uri, params);
    });
  }
}
