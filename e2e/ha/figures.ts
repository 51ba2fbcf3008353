/** The figures of a fault, and what is wrong with them. */
export type FaultRecord = {
  fault: string;
  /** seconds: the longest outage that is accepted, and the one that was measured */
  limit: number;
  outage: number;
  /** acknowledged writes, and 503 responses */
  writes: number;
  refused: number;
  lost: string[];
  wrong: string[];
  twice: string[];
  /** emails that were sent more than once, and how many copies of one were sent at most */
  mailedTwice: number;
  mostCopies: number;
  /** other invariants that did not hold */
  broken: string[];
  seconds: number;
};

/** What is wrong with the figures of a fault; empty if every target was met. */
export const missesOf = ({ limit, outage, lost, wrong, twice, mostCopies, broken }: FaultRecord): string[] => [
  ...(outage > limit ? [`outage of ${outage.toFixed(1)} s, at most ${limit} s`] : []),
  ...lost.map((text) => `lost: ${text}`),
  ...wrong.map((text) => `wrong: ${text}`),
  ...twice.map((text) => `twice: ${text}`),
  ...(mostCopies > 2 ? [`a mail was sent ${mostCopies} times`] : []),
  ...broken.map((text) => `broken: ${text}`),
];

const COLUMNS = ['fault', 'outage (s)', 'lost', 'wrong', 'twice', 'mails twice', '503', 'writes'];

/** The figures of one run as a table with a row for each fault. */
export const tableOf = (faults: readonly FaultRecord[]): string =>
  table(
    COLUMNS,
    faults.map(({ fault, outage, lost, wrong, twice, mailedTwice, refused, writes }) => [
      fault,
      outage.toFixed(1),
      ...[lost.length, wrong.length, twice.length, mailedTwice, refused, writes].map(String),
    ]),
  );

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${[head, head.map(() => '---'), ...rows].map(line).join('\n')}\n`;
}
