import { classNames } from '#components/ui/look/class-names.ts';
import { commonHashes, isKnown, PIPES } from './shingles.ts';

/** A cell for each of the 32 pipes: filled where the hash equals the reference's. */
export function Hashes({ hashes, reference }: { hashes: readonly number[]; reference: readonly number[] }) {
  const common = commonHashes(hashes, reference);
  const known = isKnown(common);
  const shown = hashes.length ? hashes : Array.from({ length: PIPES }, () => null);
  return (
    <div className="space-y-2">
      <p className="text-small text-muted">The smallest hash of each of 32 pipes</p>
      <ul
        aria-hidden="true"
        className="grid grid-cols-4 gap-x-3 gap-y-1 font-mono text-[0.75rem] leading-4 sm:grid-cols-8 md:grid-cols-4 xl:grid-cols-8"
      >
        {shown.map((hash, pipe) => {
          const isEqual = hash !== null && hash === reference[pipe];
          return (
            <li key={pipe} className={classNames('flex items-center gap-1', !isEqual && 'text-muted')}>
              <span
                className={classNames(
                  'size-2 shrink-0 rounded-[1px] border transition-colors',
                  isEqual ? 'border-ink bg-ink' : 'border-line-strong',
                )}
              />
              {hash === null ? '----' : hash.toString(16).padStart(8, '0').slice(0, 4)}
            </li>
          );
        })}
      </ul>
      <p
        role="status"
        className={classNames(
          'flex flex-wrap justify-between gap-x-4 rounded-md px-4 py-2.5 font-mono text-[0.8125rem]',
          known ? 'bg-ink text-paper' : 'bg-sunken text-ink',
        )}
      >
        <span>{known ? 'Recognised' : 'Not recognised'}</span>
        <span>
          {common} of {PIPES} equal
        </span>
      </p>
    </div>
  );
}
