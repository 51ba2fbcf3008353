import path from 'node:path';
import type { Portal } from '../portal.ts';
import type { Settings } from '../settings.ts';
import { describe, Failure } from '../system/failure.ts';
import { readIfThere, writeWhole } from '../system/files.ts';
import { isObject } from '../system/json.ts';
import { log } from '../system/log.ts';
import type { Controller } from './controller.ts';
import type { TestMessage, TestMessages } from './messages.ts';

/** The last step for a message that is not found yet. `again`: it was learned before, and not found in time. */
type Learned = { at: number; step: 'learned' | 'forgotten'; again: boolean };

/** How often the storage is asked whether it still knows the messages. */
const EVERY_MS = 10 * 60_000;
/** Rspamd writes what it learned once a minute (`sync`), and finds it only afterwards. */
const SYNC_MS = 2 * 60_000;
const SOON_MS = 10_000;

/** Keeps the portal's test messages in this storage, and tells the portal whether they are there. */
export class Planting {
  readonly #parts: { settings: Settings; portal: Portal; controller: Controller };
  #dueAt = 0;

  constructor(parts: { settings: Settings; portal: Portal; controller: Controller }) {
    this.#parts = parts;
  }

  /**
   * Checks the messages when that is due, and learns those that are gone. Returns what was found or done; null if
   * nothing was due. After a failure it tells the portal first, and then throws.
   */
  async plant(): Promise<string | null> {
    if (Date.now() < this.#dueAt) return null;
    const { portal } = this.#parts;
    const asked = await portal.testMessages();
    if (!asked) return this.#done(EVERY_MS, 'off: the portal has no test message');
    const errors: string[] = [];
    const learned: number[] = [];
    for (const each of asked.messages) {
      try {
        if ((await this.#attend(asked.version, each)) === 'learned') learned.push(each.flag);
      } catch (error) {
        errors.push(`flag ${each.flag}: ${describe(error)}`);
      }
    }
    const error = errors.join('; ') || null;
    await portal.reportTestMessage({ version: asked.version, found: !error && !learned.length, error });
    if (error) throw new Failure(`test message: ${error}`);
    if (learned.length) return this.#done(SOON_MS, `learned flags ${learned.join(', ')}, not in the storage yet`);
    return this.#done(EVERY_MS, `version ${asked.version} is known, flags ${flagsOf(asked)}`);
  }

  /** Says what `plant` would do, and changes nothing. */
  async rehearse(): Promise<string> {
    const { portal, controller } = this.#parts;
    const asked = await portal.testMessages();
    if (!asked) return 'off: the portal has none';
    const known = await Promise.all(asked.messages.map(({ message, flag }) => controller.knows(message, flag)));
    return asked.messages.map(({ flag }, at) => `flag ${flag} ${known[at] ? 'known' : 'would be learned'}`).join(', ');
  }

  #done(waitMs: number, detail: string): string {
    this.#dueAt = Date.now() + waitMs;
    return detail;
  }

  /**
   * Looks for a message and takes the next step if it is gone. The step is stored on disk, so that a restarted agent
   * waits, too. A message that was learned but not found is deleted before it is learned again, so that its weight
   * never grows.
   */
  async #attend(version: number, { flag, message }: TestMessage): Promise<'known' | 'learned'> {
    const { controller } = this.#parts;
    const name = `${version}:${flag}`;
    const { [name]: before, ...others } = this.#learned();
    if (await controller.knows(message, flag)) {
      if (before) this.#write(others);
      return 'known';
    }
    const isWaiting = before !== undefined && Math.abs(Date.now() - before.at) < (before.again ? EVERY_MS : SYNC_MS);
    const again = before !== undefined && (before.again || !isWaiting);
    if (!isWaiting) {
      const step = before?.step === 'learned' ? 'forgotten' : 'learned';
      await (step === 'learned' ? controller.learn(message, flag) : controller.forget(message, flag));
      this.#write({ ...others, [name]: { at: Date.now(), step, again } });
      log('info', `test message: ${step} with flag ${flag}`);
    }
    if (again) throw new Failure('it was learned, but the storage does not know it: does its rule ask this storage?');
    return 'learned';
  }

  /** The messages that were learned and have not been found since, by version and flag. */
  #learned(): Record<string, Learned> {
    try {
      const known: unknown = JSON.parse(readIfThere(this.#file) ?? '{}');
      return isObject(known) ? (known as Record<string, Learned>) : {};
    } catch {
      return {}; // damaged: a message may be learned twice, and then has a weight of 2
    }
  }

  #write(learned: Record<string, Learned>): void {
    writeWhole(this.#file, JSON.stringify(learned));
  }

  get #file(): string {
    return path.join(this.#parts.settings.stateDir, 'test-message.json');
  }
}

const flagsOf = ({ messages }: TestMessages) => messages.map(({ flag }) => flag).join(', ');
