/** The text of bench/RESULTS.md; pure, so that a test can compare the file with what is stored. */
import { median, quantile } from './median.ts';
import { judge, targetText, type Row } from './rows.ts';
import type { Store, Taken } from './store.ts';

/** Up to so many values are shown one by one. */
const SHOWN = 8;

const INTRODUCTION = `# Results of \`npm run bench\`

Written by that command from bench/results.json; a test is red when this file says anything else.

"Ours" is the product, "reference" what was measured beside it in the same run of the command. Each shows the median, then the values of all runs in their order; of more than ${SHOWN} runs their least, lower quartile, upper quartile and most. A target with × is that many times the reference of the same run; of two bounds the wider one counts. "No" stands where half of the runs or more miss the target, and with "each run" where one of them does. A row without a target informs. The last column says when and at which commit the row was measured ("+ changes": the files differed from that commit) and the machine's load average in the minute before. Application, database, load and browser share the machine.`;

/** Markdown, not yet formatted: one table of all stored rows. */
export function renderResults(store: Store): string {
  const groups = Object.entries(store);
  if (!groups.length) return `${INTRODUCTION}\n\nNothing is stored yet.\n`;
  const head = ['', 'ours', 'reference', 'target', 'met', 'taken'];
  const rows = groups.flatMap(([name, taken]) => rowsOf(name, taken));
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`);
  return [INTRODUCTION, '', ...machines(groups), '', ...table, ''].join('\n');
}

/** The rows of one program as texts: what, ours, reference, target, met, taken. */
export function rowsOf(name: string, taken: Taken): string[][] {
  const { rows, failure } = taken;
  const last = takenText(taken);
  if (failure !== undefined) return [[name, `did not end: ${failure}`, '', '', 'no', last]];
  return rows.map((row) => [
    `${row.id} ${row.what}`,
    valuesText(row.ours, row.unit),
    valuesText(row.reference ?? [], row.unit),
    row.target ? targetText(row.target) : '',
    verdict(row),
    last,
  ]);
}

/** "9.2 ms (7.2 8.8 9.2 10.7 31.6)": the median, then each, or least, quartiles and most of many. */
export function valuesText(values: readonly number[], unit: string): string {
  if (!values.length) return '';
  const middle = `${round(median(values))} ${unit}`.trim();
  if (values.length === 1) return middle;
  if (values.length <= SHOWN) return `${middle} (${values.map(round).join(' ')})`;
  const [least, lower, upper, most] = [0, 0.25, 0.75, 1].map((share) => round(quantile(values, share)));
  return `${middle} (${least}, ${lower} to ${upper}, ${most} of ${values.length} runs)`;
}

function verdict(row: Row): string {
  const judged = judge(row);
  if (!judged) return '';
  const { isMet, met, runs } = judged;
  return `${isMet ? 'yes' : 'no'}${runs > 1 ? `, ${met} of ${runs}` : ''}`;
}

function takenText({ commit, isChanged, date, load, settings = {} }: Taken): string {
  const changed = Object.entries(settings).map(([name, value]) => `, ${name}=${value}`);
  return `${date.slice(0, 16).replace('T', ' ')}, ${commit}${isChanged ? ' + changes' : ''}, load ${round(load)}${changed.join('')}`;
}

/** One line for each machine, with its programs where there are several. */
function machines(groups: [string, Taken][]): string[] {
  const names = new Map<string, string[]>();
  for (const [name, { machine }] of groups) {
    const { processor, cores, memoryGib, node, postgres } = machine;
    const text = `${processor}, ${cores} cores, ${memoryGib} GiB of memory, Node.js ${node}, PostgreSQL ${postgres}`;
    names.set(text, [...(names.get(text) ?? []), name]);
  }
  if (names.size === 1) return [`Machine: ${[...names.keys()].join()}.`];
  return [...names].map(([text, programs]) => `- ${programs.join(', ')}: ${text}`);
}

const round = (value: number) => Number(value.toPrecision(3));
const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
