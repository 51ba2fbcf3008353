import { request, type RequestOptions } from 'node:http';
import { site } from '#lib/base/settings/site.ts';
import { mismatch } from './described.ts';

/** The cookie of a logged-in browser, over http. */
export const SESSION_COOKIE = `${site.slug}_session`;

export type Answer = { status: number; headers: Headers; text: string; json: () => unknown };
type Options = { method?: string; json?: unknown; form?: Record<string, string>; headers?: Record<string, string> };

let visitors = Math.floor(Math.random() * 2 ** 22);

/** A loopback address from 127.100.0.0 to 127.163.255.255 that hardly any other client of this run has. */
function ownAddress(): string {
  visitors = (visitors + 1) % 2 ** 22;
  return `127.${(visitors >> 16) + 100}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

/**
 * An HTTP client for one origin that keeps cookies and follows no redirects. Each client has its own IP address,
 * because rate limits count by address. Throws if a response does not match the OpenAPI document, or if an
 * empty one has a content type.
 */
export class HttpClient {
  readonly cookies: Map<string, string>;
  readonly defaultHeaders: Record<string, string> = {};
  private readonly baseUrl: string;
  private readonly localAddress = ownAddress();

  /** Starts with a copy of these cookies, or without cookies. */
  constructor(baseUrl: string, cookies?: ReadonlyMap<string, string>) {
    this.baseUrl = baseUrl;
    this.cookies = new Map(cookies);
  }

  async send(path: string, { method, json, form, headers = {} }: Options = {}): Promise<Answer> {
    const body = json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : undefined;
    const type = json !== undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const from = { localAddress: this.localAddress, family: 4 };
    const options = { ...from, method: method ?? (body === undefined ? 'GET' : 'POST') };
    const answer = await exchange(new URL(path, this.baseUrl), options, body, {
      ...(body !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
      ...(this.cookies.size && { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...this.defaultHeaders,
      ...headers,
    });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    const problem = mismatch(options.method, path, answer.status, answer.headers.get('content-type'), answer.text);
    if (problem) throw new Error(problem);
    const isTyped = answer.headers.has('content-type');
    if ([200, 204].includes(answer.status) && answer.text === '' && options.method !== 'HEAD' && isTyped)
      throw new Error(`${options.method} ${path} answers nothing, and gives it a content type`);
    return answer;
  }

  private keep(line: string) {
    const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
    if (/max-age=0\b/i.test(line) || value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Uses node:http, because fetch adds Sec-Fetch-Mode, replaces Host and cannot choose the local address. */
function exchange(
  url: URL,
  options: RequestOptions,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request(url, { ...options, headers }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => (text += chunk));
      res.on('end', () => {
        const received = new Headers();
        for (const [name, values] of Object.entries(res.headersDistinct))
          for (const value of values ?? []) received.append(name, value);
        resolve({ status: res.statusCode ?? 0, headers: received, text, json: () => JSON.parse(text) as unknown });
      });
    });
    req.on('error', reject);
    req.end(body);
  });
}
