import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** One line of the table: ours beside a reference that was measured in the same run. */
export type Measurement = {
  name: string;
  unit: string;
  ours: number;
  reference: number;
  target: string;
  isMet: boolean;
};

const HEAD = ['', 'ours', 'reference', 'ratio', 'target', 'met'];
const GIB = 2 ** 30;

/** The lines as texts: name, ours, reference, ratio, target, met. */
export function rowsOf(lines: readonly Measurement[]): string[][] {
  return lines.map(({ name, unit, ours, reference, target, isMet }) => [
    name,
    `${round(ours)} ${unit}`,
    reference ? `${round(reference)} ${unit}` : '',
    reference ? String(round(ours / reference)) : '',
    target,
    isMet ? 'yes' : 'NO',
  ]);
}

/** Writes bench/RESULTS.md: what was measured, when, of which commit and on which machine. */
export function writeResults(lines: readonly Measurement[]): void {
  const model = os.cpus()[0]?.model ?? 'unknown processor';
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const rows = [HEAD, HEAD.map(() => '---'), ...rowsOf(lines)].map((cells) => `| ${cells.join(' | ')} |`);
  const text = [
    '# Results of `npm run bench`',
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, Node.js ${process.versions.node}, ${model}, ${os.availableParallelism()} cores, ${Math.round(os.totalmem() / GIB)} GiB, load ${round(os.loadavg()[2] ?? 0)} over the last 15 minutes (the measurements themselves included). Application, database, load and browser share the machine.`,
    '',
    ...rows,
  ];
  writeFileSync(path.join(import.meta.dirname, 'RESULTS.md'), `${text.join('\n')}\n`);
}

const round = (value: number) => Number(value.toPrecision(3));
