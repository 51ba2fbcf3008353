import type { Portal } from '../portal.ts';
import { isObject, valueAt } from '../system/json.ts';
import type { Collector } from '../usage/collector.ts';

/** Answers one kind of question; null if there is nothing to say yet. */
export type AnswerQuestion = (question: Record<string, unknown>) => Promise<object | null>;

/** The version of the portal's answer that this agent knows. */
const VERSION = 1;
/** How long the agent does not ask a portal that has no tasks, or answers with a newer version. */
const OFF_MS = 10 * 60_000;
const MOST_QUESTIONS = 50;
const LEAST_COLLECT_MS = 10_000;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Parts = { portal: Portal; collector: Collector; collectMs: number; kinds: Record<string, AnswerQuestion> };

/** What the portal asks for besides usage: to collect more often for a while, and answers to questions. */
export class Tasks {
  readonly #parts: Parts;
  #offUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Does what the portal asks for. Pauses for ten minutes if the portal is older or newer than this agent. */
  async run(): Promise<string | null> {
    if (Date.now() < this.#offUntil) return null;
    const text = await this.#parts.portal.tasks();
    const tasks = text === null ? null : readTasks(text);
    if (!tasks) {
      this.#offUntil = Date.now() + OFF_MS;
      return 'off: the portal has no tasks that this agent knows';
    }
    await this.#collect(tasks.collectMs);
    const answered = await this.#answer(tasks.questions);
    return answered ? `${answered} questions answered` : null;
  }

  /** Collects now if the portal asks for a shorter interval than the agent's own, but at most every 10 s. */
  async #collect(askedMs: number): Promise<void> {
    const { collector, collectMs } = this.#parts;
    const pauseMs = Math.max(askedMs, LEAST_COLLECT_MS);
    if (pauseMs < collectMs && Date.now() - collector.collectedAt >= pauseMs) await collector.collect();
  }

  async #answer(questions: Record<string, unknown>[]): Promise<number> {
    const answers = [];
    for (const question of questions) {
      const kind = String(question.kind);
      const known = Object.hasOwn(this.#parts.kinds, kind) ? this.#parts.kinds[kind] : null;
      const answer = known ? await known(question) : { kind: 'unknown' };
      if (answer) answers.push({ id: question.id, observed_at: new Date().toISOString(), answer });
    }
    if (answers.length) await this.#parts.portal.answer(JSON.stringify({ answers }));
    return answers.length;
  }
}

/** Null for an answer that this agent does not understand. */
function readTasks(text: string): { collectMs: number; questions: Record<string, unknown>[] } | null {
  let tasks: unknown;
  try {
    tasks = JSON.parse(text);
  } catch {
    return null;
  }
  const questions = valueAt(tasks, 'questions');
  if (valueAt(tasks, 'version') !== VERSION || !Array.isArray(questions)) return null;
  const seconds = Number(valueAt(tasks, 'collect_seconds'));
  const known = questions.filter((item: unknown) => isObject(item) && ID.test(String(item.id)));
  return {
    collectMs: seconds > 0 ? seconds * 1000 : Infinity,
    questions: known.filter(isObject).slice(0, MOST_QUESTIONS),
  };
}
