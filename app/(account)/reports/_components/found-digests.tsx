import { shorten } from '#lib/base/text/format.ts';
import type { Pasted } from '#lib/hash-reports/parse.ts';

type FoundDigestsProps = {
  text: string;
  parsed: Pasted;
  chosen: string | undefined;
  onChoose: (digest: string) => void;
};

const SOURCES = { header: 'from the header', log: 'from a log line', digest: 'as pasted' } as const;
const LISTS: Readonly<Record<number, string>> = { 1: 'bulk list', 8: 'premium list' };

/** What the pasted text contains, while it is typed: the hashes to choose from, or why there is none. */
export function FoundDigests({ text, parsed, chosen, onChoose }: FoundDigestsProps) {
  return (
    <div aria-live="polite" className="text-small empty:mb-0!">
      {parsed.digests.length > 0 ? (
        <Choice parsed={parsed} chosen={chosen} onChoose={onChoose} />
      ) : (
        <Nothing text={text} parsed={parsed} />
      )}
    </div>
  );
}

function Choice({ parsed: { digests }, chosen, onChoose }: Omit<FoundDigestsProps, 'text'>) {
  return (
    <fieldset>
      <legend className="mb-1 text-muted">
        {digests.length === 1 ? 'One hash found:' : `${digests.length} hashes found. Which one was wrong?`}
      </legend>
      <ul>
        {digests.map(({ digest, flag, from }) => (
          <li key={digest}>
            <label className="flex items-center gap-2 py-1">
              {digests.length > 1 && (
                <input
                  type="radio"
                  name="digest"
                  value={digest}
                  checked={digest === chosen}
                  onChange={() => onChoose(digest)}
                  className="tick-box"
                />
              )}
              <code title={digest} className="font-mono text-ink">
                {shorten(digest, 16)}
              </code>
              <span className="text-muted">
                {[flag !== null && (LISTS[flag] ?? `flag ${flag}`), SOURCES[from]].filter(Boolean).join(', ')}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Rspamd 3.4 prints the first ten characters of a hash in the options of a symbol. Ten name no hash. */
function Nothing({ text, parsed: { short } }: { text: string; parsed: Pasted }) {
  if (short.length > 0)
    return (
      <p className="max-w-measure text-pretty">
        <span className="font-medium">
          {short.map((each) => `“${each}”`).join(', ')} {short.length === 1 ? 'is' : 'are'} only the first 10 of 128
          characters.
        </span>{' '}
        A look-up needs all of them. Paste the header <code className="font-mono">X-Rspamd-Fuzzy</code>, or search
        Rspamd’s log for {short.length === 1 ? 'these characters' : 'one of them'} and paste the line.
      </p>
    );
  if (text.trim() === '') return null;
  return <p className="max-w-measure text-muted">No hash found yet. A hash has 128 characters, 0 to 9 and a to f.</p>;
}
