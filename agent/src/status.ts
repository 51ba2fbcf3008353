import * as fs from 'node:fs';
import path from 'node:path';
import type { Agent } from './agent.ts';
import { describe, EXIT, Failure } from './system/failure.ts';
import { readIfThere } from './system/files.ts';
import { parseJson, valueAt } from './system/json.ts';
import { log, withoutSecrets } from './system/log.ts';
import { isAlive } from './system/processes.ts';
import { VERSION } from './version.ts';

type Health = { ok_at: string | null; error: string | null; detail: string | null };

const TASKS = ['collect', 'storage', 'usage', 'map', 'tasks'] as const;
/** Tasks that not every agent runs. */
const OPTIONAL = ['test_message', 'sources', 'hashes'] as const;
export type Task = (typeof TASKS)[number] | (typeof OPTIONAL)[number];

const UNWELL_AFTER_MS = 5 * 60_000;

/** The file that `--status` and monitoring read: one part for each task, and no secret. */
export class Status {
  readonly #agent: Agent;
  readonly #parts: Partial<Record<Task, Health>> = {};

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  noteSuccess(task: Task, detail: string | null): void {
    if (this.#parts[task]?.error) log('info', `${task}: works again`);
    this.#note(task, { ok_at: new Date().toISOString(), error: null, detail });
  }

  noteFailure(task: Task, error: unknown): void {
    const text = describe(error);
    log('error', text);
    this.#note(task, { ok_at: this.#parts[task]?.ok_at ?? null, error: text, detail: null });
  }

  /** Keeps the last detail if there is no new one. */
  #note(task: Task, health: Health): void {
    this.#parts[task] = { ...health, detail: health.detail ?? this.#parts[task]?.detail ?? null };
    this.#write();
  }

  #write(): void {
    const { settings, store } = this.#agent;
    const waiting = store.state?.queue ?? [];
    const oldest = waiting[0] ? new Date(waiting[0].from).toISOString() : null;
    const reports = { waiting: waiting.length, oldest };
    const text = JSON.stringify({ version: VERSION, pid: process.pid, ...this.#parts, reports }, null, 2);
    const file = path.join(settings.stateDir, 'status.json');
    try {
      fs.writeFileSync(`${file}.new`, `${withoutSecrets(text)}\n`);
      fs.renameSync(`${file}.new`, file);
    } catch (error) {
      log('warning', `status: ${describe(error)}`);
    }
  }
}

/** Prints the status. Returns 1 if the agent is not running or a task has not succeeded for five minutes. */
export function printStatus(folder: string): number {
  const text = readIfThere(path.join(folder, 'status.json'));
  if (text === null) throw new Failure('no agent has run here');
  process.stdout.write(text);
  const status = parseJson(text, 'the status');
  const running = [...TASKS, ...OPTIONAL.filter((task) => valueAt(status, task) !== undefined)];
  const isUnwell = running.some((task) => !(Date.now() - okAt(status, task) < UNWELL_AFTER_MS));
  return isUnwell || !isAlive(valueAt(status, 'pid')) ? EXIT.failed : 0;
}

const okAt = (status: unknown, task: Task) => Date.parse(String(valueAt(status, task, 'ok_at')));
