import * as fs from 'node:fs';
import type { Settings } from './settings.ts';
import { during, Failure } from './system/failure.ts';
import { parseJson } from './system/json.ts';
import { exchange, retryAfter, type Answer, type RequestOptions } from './system/request.ts';
import { readTestMessages, type TestMessages } from './test-message/messages.ts';
import { VERSION } from './version.ts';

/** The portal's endpoints for storage hosts. */
export class Portal {
  readonly #settings: Settings;
  readonly #signal: AbortSignal;

  constructor(settings: Settings, signal: AbortSignal) {
    this.#settings = settings;
    this.#signal = signal;
  }

  /** The key map, or null if it still has this ETag. */
  async keyMap(etag: string | null): Promise<{ text: string; etag: string | null } | null> {
    const answer = await this.#ask('/api/storage/keys', { headers: etag ? { 'if-none-match': etag } : {} });
    if (answer.status === 304 && etag) return null;
    if (answer.status !== 200) throw refusal('key map', answer);
    return { text: answer.body.toString('utf8'), etag: answer.headers.etag ?? null };
  }

  /** Sends a usage report. Throws a Failure with the status unless the portal has accepted it. */
  async report(body: string): Promise<void> {
    await this.#post('usage', body);
  }

  /** The host's additional tasks (`tasks/`), or null if the portal is too old to have any. */
  async tasks(): Promise<string | null> {
    const answer = await this.#ask('/api/storage/tasks', {});
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw refusal('tasks', answer);
    return answer.body.toString('utf8');
  }

  /** Sends answers to the questions in `tasks`. Safe to repeat. */
  async answer(body: string): Promise<void> {
    await this.#post('answers', body);
  }

  async #post(what: 'usage' | 'answers' | 'hashes', body: string): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#ask(`/api/storage/${what}`, { method: 'POST', headers, body });
    if (answer.status < 200 || answer.status >= 300) throw refusal(what, answer);
  }

  /** The messages that this host must know, or null if the portal is older than test messages. */
  async testMessages(): Promise<TestMessages | null> {
    const answer = await this.#ask(TEST_MESSAGE, {});
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw refusal('test message', answer);
    return readTestMessages(parseJson(answer.body.toString('utf8'), 'the test message'));
  }

  /** Tells the portal whether this host knows the messages of a version, or what is wrong. */
  async reportTestMessage(state: { version: number; found: boolean; error: string | null }): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#ask(TEST_MESSAGE, { method: 'PUT', headers, body: JSON.stringify(state) });
    if (answer.status < 200 || answer.status >= 300) throw refusal('test message', answer);
  }

  /** What the portal wants to know about sources: null if it is too old to ask, 'same' if the ETag is still valid. */
  async sources(etag: string | null): Promise<{ text: string; etag: string | null } | 'same' | null> {
    const answer = await this.#ask('/api/storage/sources', { headers: etag ? { 'if-none-match': etag } : {} });
    if (answer.status === 404) return null;
    if (answer.status === 304 && etag) return 'same';
    if (answer.status !== 200) throw refusal('sources', answer);
    return { text: answer.body.toString('utf8'), etag: answer.headers.etag ?? null };
  }

  /** Sends a report about sources, in the same way as a usage report. */
  async reportSources(body: string): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#ask('/api/storage/sources', { method: 'POST', headers, body });
    if (answer.status < 200 || answer.status >= 300) throw refusal('sources', answer);
  }

  /** What this host must remove and refuse, after this version of the refusals; null if the portal is too old to say. */
  async hashes(version: number): Promise<string | null> {
    const answer = await this.#ask(`/api/storage/hashes?version=${version}`, {});
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw refusal('hashes', answer);
    return answer.body.toString('utf8');
  }

  /** Tells the portal which hashes are gone, and which version of the refusals applies. Safe to repeat. */
  async reportHashes(body: string): Promise<void> {
    await this.#post('hashes', body);
  }

  #ask(target: string, { headers, ...options }: RequestOptions): Promise<Answer> {
    const { portal, name, token, tokenFile } = this.#settings;
    return during(`${options.method ?? 'GET'} ${target}`, () => {
      const secret = token ?? fs.readFileSync(tokenFile ?? '', 'utf8').trim(); // read each time: it may be rotated
      const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
      const all = { ...headers, authorization, 'user-agent': `rspamd-premium-agent/${VERSION}` };
      return exchange(`${portal}${target}`, { ...options, headers: all, signal: this.#signal });
    });
  }
}

const TEST_MESSAGE = '/api/storage/test-message';

const refusal = (what: string, { status, headers }: Answer) =>
  new Failure(`${what}: the portal answered ${status}`, { status, retryAfterMs: retryAfter(headers) });
