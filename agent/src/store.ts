import * as fs from 'node:fs';
import path from 'node:path';
import { EXIT, Failure } from './system/failure.ts';
import { readIfThere, writeWhole } from './system/files.ts';
import type { SeenWorkers } from './usage/deltas.ts';
import { partsOf, type Report } from './usage/report.ts';

/**
 * A report that waits to be sent: its file, and what the queue needs to know about it. Only the first has a sequence.
 */
export type Queued = {
  file: string;
  bytes: number;
  from: number;
  to: number;
  rows: number;
  sequence: number | null;
  refusedAt: number | null;
};
/** `next` is the next free sequence, `nextFile` the number of the next report's file. */
export type State = {
  form: 1;
  next: number;
  nextFile: number;
  collectedAt: number;
  workers: SeenWorkers;
  queue: Queued[];
};
/**
 * What is known about the keys file in place. `variant` says in which form it was written, and whether suspended keys
 * were left out.
 */
export type MapState = { etag: string | null; hash: string; entries: number; variant: string; mustReload: boolean };

/**
 * The state folder: `state.json` and the reports that it lists, `map.json` about the last key map, `status.json`.
 *
 * The state changes only when a complete `state.json` is renamed into place. That file holds the counters as last read
 * and lists the reports that wait to be sent; a report's file is written before it is listed and removed after it is
 * unlisted. So whenever the process dies, a request is either still in the difference to the counters or in exactly one
 * listed report, and a report keeps its sequence and body until the portal has acknowledged it.
 */
export class Store<S extends State = State> {
  readonly folder: string;
  readonly spool: string;
  state: S | null;
  map: MapState | null;

  constructor(folder: string, { readOnly = false }: { readOnly?: boolean } = {}) {
    this.folder = folder;
    this.spool = path.join(folder, 'spool');
    if (!readOnly) fs.mkdirSync(this.spool, { recursive: true, mode: 0o700 });
    this.state = this.#read('state.json') as S | null;
    this.map = this.#read('map.json') as MapState | null;
    if (!readOnly) this.#tidy();
  }

  /** Replaces the state. If it cannot be written, throws and changes nothing. */
  commit(changed: S): void {
    const state = withSequence(changed);
    writeWhole(path.join(this.folder, 'state.json'), JSON.stringify(state));
    const gone = (this.state?.queue ?? []).filter(({ file }) => !state.queue.some((item) => item.file === file));
    this.state = state;
    for (const { file } of gone) fs.rmSync(path.join(this.spool, file), { force: true });
  }

  /** Writes a report's file, which counts only once a committed state lists it. Modifies the state's `nextFile`. */
  write(state: State, report: Report): Queued {
    const file = `${state.nextFile++}.json`;
    const text = JSON.stringify(report);
    writeWhole(path.join(this.spool, file), text);
    const { from, to, rows } = report;
    return { file, bytes: text.length, from, to, rows: rows.length, sequence: null, refusedAt: null };
  }

  /** A listed report; null if its file is damaged or missing. */
  read({ file }: Queued): Report | null {
    const text = readIfThere(path.join(this.spool, file));
    try {
      return text === null ? null : (JSON.parse(text) as Report);
    } catch {
      return null;
    }
  }

  commitMap(map: MapState): void {
    writeWhole(path.join(this.folder, 'map.json'), JSON.stringify(map));
    this.map = map;
  }

  #read(name: string): unknown {
    const file = path.join(this.folder, name);
    const text = readIfThere(file);
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      throw new Failure(`${file} is damaged (README.md, "Troubleshooting")`, { exitCode: EXIT.state });
    }
  }

  /** Removes unlisted files: the process died while it wrote them, or after it had delivered them. */
  #tidy(): void {
    const listed = new Set(this.state?.queue.map(({ file }) => file));
    for (const file of fs.readdirSync(this.spool))
      if (!listed.has(file)) fs.rmSync(path.join(this.spool, file), { force: true });
  }
}

/**
 * Gives the first report one sequence for each of its parts. The others get none yet, because they may still be merged.
 */
function withSequence<S extends State>(state: S): S {
  const [head, ...rest] = state.queue;
  if (!head || head.sequence !== null) return state;
  return { ...state, queue: [{ ...head, sequence: state.next }, ...rest], next: state.next + partsOf(head.rows) };
}
