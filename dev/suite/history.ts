/** Durations and results of the last runs, in a file that is not committed. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../stack/folders.ts';
import type { Timeline } from './progress.ts';

const FOLDER = path.join(root, 'node_modules/.cache/suite');
const Spans = z.record(z.string(), z.object({ from: z.number(), to: z.number() }));
export const Outcome = z.object({
  startedAt: z.string(),
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  rows: z.array(z.object({ part: z.string(), tests: z.number(), seconds: z.number(), share: z.number() })),
  folders: z.array(z.object({ folder: z.string(), tests: z.number(), seconds: z.number() })),
  failures: z.array(z.object({ place: z.string(), title: z.string() })),
});
export type Outcome = z.infer<typeof Outcome>;

/** The steps of the last complete run of a part, or of everything (`all`). */
export const readTimeline = (part: string): Timeline => read(`${part}.json`, Spans) ?? {};
export const writeTimeline = (part: string, spans: Timeline): void => write(`${part}.json`, spans);

/** The outcome of the last complete run of all parts. */
export const readOutcome = (): Outcome | undefined => read('outcome.json', Outcome);
export const writeOutcome = (outcome: Outcome): void => write('outcome.json', outcome);

function read<T>(name: string, schema: z.ZodType<T>): T | undefined {
  const file = path.join(FOLDER, name);
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // the file is of an older version, or truncated
  }
}

function write(name: string, value: unknown): void {
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, name);
  writeFileSync(`${file}.new`, JSON.stringify(value));
  renameSync(`${file}.new`, file);
}
