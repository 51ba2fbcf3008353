import { request } from 'node:https';

type Answer = { status: number; text: string; json: () => unknown; location: string };

/** A browser of the rehearsal, over https: keeps cookies, and opens a connection for each request. */
export class Client {
  private readonly cookies = new Map<string, string>();
  private readonly origin: string;
  private readonly ca: string;

  constructor(origin: string, ca: string) {
    this.origin = origin;
    this.ca = ca;
  }

  send(place: string, json?: object): Promise<Answer> {
    const body = json && JSON.stringify(json);
    const headers = {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    };
    const options = { method: body ? 'POST' : 'GET', ca: this.ca, agent: false, headers, timeout: 20_000 } as const;
    return new Promise((resolve, reject) => {
      const sent = request(new URL(place, this.origin), options, (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          this.cookies.set(name, value);
        }
        let text = '';
        answer.setEncoding('utf8').on('data', (data: string) => (text += data));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text,
            json: () => JSON.parse(text) as unknown,
            location: answer.headers.location ?? '',
          }),
        );
        answer.on('error', reject);
      });
      sent.on('timeout', () => sent.destroy(new Error(`${place}: no answer in 20 s`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** The JSON of an answer. Throws unless the status is 200. */
  async get<T>(place: string, json?: object): Promise<T> {
    const answer = await this.send(place, json);
    if (answer.status !== 200) throw new Error(`${place}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.json() as T;
  }
}
