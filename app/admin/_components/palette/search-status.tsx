import { Button } from '#components/ui/actions/button.tsx';
import type { Palette } from './use-palette.ts';

type SearchStatusProps = Pick<Palette, 'isSearching' | 'error' | 'retry'> & { text: string; isEmpty: boolean };

export function SearchStatus({ isSearching, error, retry, text, isEmpty }: SearchStatusProps) {
  if (error)
    return (
      <div role="alert" className="flex items-center justify-between gap-3 border-t px-5 py-3 text-small text-red">
        <span>The search failed. {error.message}</span>
        <Button variant="secondary" size="sm" onClick={retry}>
          Retry
        </Button>
      </div>
    );
  const says = isSearching ? 'Searching users and keys…' : isEmpty ? `No results for “${text}”.` : '';
  return (
    <p role="status" className="border-t px-5 py-3 text-small wrap-anywhere text-muted">
      {says || (
        <>
          <kbd className="font-mono">↑</kbd> <kbd className="font-mono">↓</kbd> choose,{' '}
          <kbd className="font-mono">Enter</kbd> opens, <kbd className="font-mono">Esc</kbd> closes
        </>
      )}
    </p>
  );
}
