import { db } from '#lib/db.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { HttpClient, SESSION_COOKIE, type Answer } from '../../support/http-client.ts';
import { stack } from '../../support/stacks/stack.ts';

/** Headers of a browser that follows a link or submits a form on one of our pages. */
const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };

/** An HTTP client in the role of a browser: keeps cookies, follows redirects on our site, submits the consent page. */
export class ScriptedBrowser {
  private readonly http: HttpClient;
  private readonly baseUrl: string;

  /** Starts with a copy of these cookies, or without cookies. */
  constructor(baseUrl = stack.baseUrl, cookies?: ReadonlyMap<string, string>) {
    this.baseUrl = baseUrl;
    this.http = new HttpClient(baseUrl, cookies);
  }

  /** Logs this user in and returns the session's id. */
  async logIn(userId: string): Promise<string> {
    const session = await startSignInSession(processContext({ kind: 'system', job: 'browser tests' }), userId);
    this.http.cookies.set(SESSION_COOKIE, session.token);
    return session.id;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.http.cookies;
  }

  /** Opens a URL and follows redirects to one of our pages or to a URL of another site. Throws after 12 requests. */
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
    throw new Error(`too many redirects at ${url.pathname}`);
  }

  /** Submits the consent page with this button. */
  async decide({ url }: Stop, decision: 'authorize' | 'deny'): Promise<Stop> {
    const uid = url.searchParams.get('interaction') ?? '';
    return this.open(`/oauth2/authorize/${uid}`, { form: { decision, shown_at: String(Date.now() - 1000) } });
  }

  /** Follows the link with this text. */
  async follow(stop: Stop, text: string): Promise<Stop> {
    const links = [...(stop.page?.text ?? '').matchAll(/<a\b[^>]*?\shref="([^"]+)"[^>]*>(.*?)<\/a>/gs)];
    const href = links.find(([, , content]) => content === text)?.[1];
    if (!href) throw new Error(`the page has no link "${text}"`);
    return this.open(new URL(href.replaceAll('&amp;', '&'), stop.url));
  }

  /** Submits the login form of a page, as a browser without JavaScript does. */
  async submitLogin({ page }: Stop, email: string, password: string): Promise<Stop> {
    const form = /<form\b[^>]*\saction="\/login\/form".*?<\/form>/s.exec(page?.text ?? '')?.[0] ?? '';
    const returnUrl = /name="return_url" value="([^"]+)"/.exec(form)?.[1]?.replaceAll('&amp;', '&');
    if (!returnUrl) throw new Error('the page has no login form that leads back');
    return this.open('/login/form', { form: { return_url: returnUrl, email, password } });
  }

  /** Follows the meta refresh of the page after a login. */
  async goOn({ page }: Stop): Promise<Stop> {
    const target = /http-equiv="refresh" content="0; url=([^"]+)"/i.exec(page?.text ?? '')?.[1];
    if (!target) throw new Error('the page has no meta refresh');
    return this.open(target);
  }

  async send(...request: Parameters<HttpClient['send']>): Promise<Answer> {
    return this.http.send(...request);
  }
}

/** Where the redirects ended. `page` is null for a URL of another site. */
export type Stop = { url: URL; page: Answer | null };

/** The page's text without markup. */
export const textOf = ({ page }: Stop): string =>
  (page?.text ?? '')
    .replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<wbr\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

export const setAuthTime = (sessionId: string, authTime: Date) =>
  db().signInSession.update({ where: { id: sessionId }, data: { authTime } });
