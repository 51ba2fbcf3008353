import type { Settings } from '../settings.ts';
import { during, Failure } from '../system/failure.ts';
import { parseJson, isObject, valueAt } from '../system/json.ts';
import { exchange } from '../system/request.ts';

/** Only the fuzzy rules look at the message: no DNS, no other module. */
const FUZZY_ONLY = JSON.stringify({ symbols_enabled: ['FUZZY_CALLBACK'] });

/** Rspamd's controller on this host, which learns and checks with the host's own rule (docs/storage-host.md). */
export class Controller {
  readonly #settings: Settings;
  readonly #signal: AbortSignal;

  constructor(settings: Settings, signal: AbortSignal) {
    this.#settings = settings;
    this.#signal = signal;
  }

  /** Whether the storage knows the message with this flag. */
  async knows(message: string, flag: number): Promise<boolean> {
    const symbols = valueAt(await this.#post('checkv2', message, { settings: FUZZY_ONLY }), 'symbols');
    if (!isObject(symbols)) throw new Failure('checkv2: the answer lists no symbols');
    // A match says flag, beginning of the hash, probability and part: 8:589bff398e:1.00:txt
    const matches = Object.values(symbols).flatMap((symbol) => valueAt(symbol, 'options') ?? []);
    return matches.some((text) => typeof text === 'string' && text.startsWith(`${flag}:`));
  }

  /** Learns the message with weight 1, which Rspamd adds to the weight that is stored. */
  learn(message: string, flag: number): Promise<void> {
    return this.#change('fuzzyadd', message, { flag: String(flag), weight: '1' });
  }

  /** Deletes the message. Rspamd discards what else it is told about the message until its next sync. */
  forget(message: string, flag: number): Promise<void> {
    return this.#change('fuzzydel', message, { flag: String(flag) });
  }

  async #change(command: string, message: string, headers: Record<string, string>): Promise<void> {
    const answer = await this.#post(command, message, headers);
    if (valueAt(answer, 'success') !== true) throw new Failure(`${command}: ${saidBy(answer)}`);
  }

  #post(command: string, body: string, headers: Record<string, string>): Promise<unknown> {
    return during(command, async () => {
      const url = `${this.#settings.controller ?? ''}/${command}`;
      const answer = await exchange(url, { method: 'POST', headers, body, signal: this.#signal });
      const text = answer.body.toString('utf8');
      if (answer.status !== 200) throw new Failure(`status ${answer.status}, ${saidBy(parseJson(text, 'the answer'))}`);
      return parseJson(text, 'the answer');
    });
  }
}

/** Rspamd's error text, such as "No fuzzy rules matched for flag 1". They are short and quote no message. */
const saidBy = (answer: unknown): string => {
  const error = valueAt(answer, 'error');
  return typeof error === 'string' ? error.slice(0, 100) : 'no reason given';
};
