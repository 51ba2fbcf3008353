import { db } from '#lib/db.ts';
import { processContext } from '#lib/http/request-context.ts';
import { startSignInSession } from '#lib/auth/sign-in-session.ts';
import { HttpClient, type Answer } from '../../support/http-client.ts';
import { stack } from '../../support/stack.ts';

/** What a browser says that follows a link, or sends a form, of a page of ours. */
const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
const COOKIE = 'next-auth.session-token';

/**
 * A browser without pixels: keeps cookies, follows redirects within our site, reads the page of an authorization request
 * and presses its buttons.
 */
export class ScriptedBrowser {
  private readonly http: HttpClient;
  private readonly baseUrl: string;

  /** Begins with the cookies of somebody, or without any. */
  constructor(baseUrl = stack.baseUrl, cookies?: ReadonlyMap<string, string>) {
    this.baseUrl = baseUrl;
    this.http = new HttpClient(baseUrl, cookies);
  }

  /** Logs this person in, and remembers the session's id. */
  async logIn(userId: string): Promise<string> {
    const session = await startSignInSession(processContext({ kind: 'system', job: 'browser tests' }), userId);
    this.http.cookies.set(COOKIE, session.token);
    return session.id;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.http.cookies;
  }

  /** Goes to an address and on to where it leads: a page of ours, or an address of somebody else. */
  async open(address: string | URL, options: { form?: Record<string, string> } = {}): Promise<Stop> {
    let url = new URL(address, this.baseUrl);
    let send: Parameters<HttpClient['send']>[1] = { headers: NAVIGATION, ...options };
    for (let hops = 0; hops < 12; hops++) {
      if (url.origin !== this.baseUrl) return { url, page: null };
      const answer = await this.http.send(url.pathname + url.search, send);
      const location = answer.headers.get('location');
      if (location === null) return { url, page: answer };
      url = new URL(location, url);
      send = { headers: NAVIGATION };
    }
    throw new Error(`no end of redirects at ${url.pathname}`);
  }

  /** Presses a button of the consent page. */
  async decide({ url }: Stop, decision: 'authorize' | 'deny'): Promise<Stop> {
    const uid = url.searchParams.get('interaction') ?? '';
    return this.open(`/oauth2/authorize/${uid}`, { form: { decision, shown_at: String(Date.now() - 1000) } });
  }

  /** Follows the page that goes on by itself after a login. */
  async goOn({ page }: Stop): Promise<Stop> {
    const target = /http-equiv="refresh" content="0; url=([^"]+)"/i.exec(page?.text ?? '')?.[1];
    if (!target) throw new Error('the page does not go on');
    return this.open(target);
  }

  async send(...request: Parameters<HttpClient['send']>): Promise<Answer> {
    return this.http.send(...request);
  }
}

/** Where a browser came to rest; without a page, at somebody else's address. */
export type Stop = { url: URL; page: Answer | null };

/** What the page says, without its markup. */
export const textOf = ({ page }: Stop): string =>
  (page?.text ?? '')
    .replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

/** Sets when the person behind a session proved who they are. */
export const setAuthTime = (sessionId: string, authTime: Date) =>
  db().signInSession.update({ where: { id: sessionId }, data: { authTime } });
