import { Time } from '#components/ui/data/time.tsx';
import type { KeyState } from '#lib/fuzzy-keys/views.ts';

export type UsageStateProps = {
  /** null if the user has no key */
  keyState: KeyState | null;
  lastUsedAt: string | null;
  silentHosts: readonly string[];
};

/** What to know before the chart is read: the last request, and whether the key or a storage host explains a silence. */
export function UsageState({ keyState, lastUsedAt, silentHosts }: UsageStateProps) {
  return (
    <p className="mb-6 max-w-measure wrap-anywhere text-muted">
      {keyState === null ? (
        'No key. '
      ) : (
        <>
          {lastUsedAt ? (
            <>
              Last request <Time at={new Date(lastUsedAt)} />
            </>
          ) : (
            'No request so far'
          )}
          , the key is {keyState}.{' '}
        </>
      )}
      {silentHosts.length > 0 && `Silent storage hosts, whose requests are missing: ${silentHosts.join(', ')}.`}
    </p>
  );
}
