import { shorten } from '#lib/base/text/format.ts';
import type { Decided } from './desk-queries.ts';

/** What was decided last, in words that stay in sight: a removal has no undo. */
export function Decisions({ decisions }: { decisions: readonly Decided[] }) {
  return (
    <ul aria-live="polite" aria-label="Last decisions" className="space-y-1 text-small empty:hidden">
      {decisions.map(({ report, isByOther }, at) => (
        <li
          key={`${report.id} ${report.version}`}
          className={at === 0 ? 'rounded-md bg-signal-soft px-4 py-2.5 text-signal' : 'px-4 text-muted'}
        >
          {isByOther && <strong className="font-medium">Another admin was first. </strong>}
          <span className="wrap-anywhere">{decidedText(report)}</span>
        </li>
      ))}
    </ul>
  );
}

function decidedText({ digest, state, host_count: hosts, reason, question }: Decided['report']): string {
  const hash = shorten(digest, 10);
  switch (state) {
    case 'removing':
    case 'removed':
      return `${hash} is being removed from ${hosts} ${hosts === 1 ? 'host' : 'hosts'}.`;
    case 'gone':
      return `${hash} was to be removed, but no host stores it.`;
    case 'kept':
      return `${hash} is kept: “${reason ?? ''}”`;
    case 'asked':
      return `The reporter of ${hash} is asked: “${question ?? ''}”`;
    case 'waiting':
      return `The reporter of ${hash} has answered in the meantime. It waits for a verdict again.`;
  }
}
