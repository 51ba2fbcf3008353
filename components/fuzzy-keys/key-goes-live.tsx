import { useEffect, useState } from 'react';
import { SupportLink } from '#components/layout/footer/support-link.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { SECOND } from '#lib/base/time.ts';

type KeyGoesLiveProps = { seconds: number; waitsForHosts?: boolean | undefined };

/** Counts down until a new key works at the storage hosts. `seconds` is what the server said last. */
export function KeyGoesLive({ seconds, waitsForHosts = false }: KeyGoesLiveProps) {
  const left = useSecondsLeft(seconds);
  const isCounting = useHydrated();
  if (left === 0)
    return (
      <p className="text-muted">
        {waitsForHosts ? LATE : LIVE}
        {waitsForHosts && <SupportLink />}
      </p>
    );
  if (!isCounting) return <p className="text-muted">{PROMISE}</p>;
  // Announced once, not every second.
  return (
    <p className="text-muted">
      <span className="sr-only">{PROMISE}</span>
      <span aria-hidden="true">
        Your key goes live in{' '}
        <span className="font-medium text-ink tabular-nums">
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </span>
        . Until then, Rspamd gets no answer.
      </span>
    </p>
  );
}

const PROMISE = `Your key works at our storage hosts within ${inWords(promises.keyChange)}.`;
const LATE =
  'Late: no storage host has fetched your key yet. We see this, too. This page says when one answers. Questions? Write to ';
const LIVE = 'Our storage hosts answer your key.';

/** The seconds that are left, from those that the server said last. No clock of two machines is compared. */
export function useSecondsLeft(seconds: number): number {
  const [passed, setPassed] = useState({ of: seconds, seconds: 0 });
  useEffect(() => {
    const began = Date.now();
    const timer = setInterval(
      () => setPassed({ of: seconds, seconds: Math.floor((Date.now() - began) / SECOND) }),
      SECOND,
    );
    return () => clearInterval(timer);
  }, [seconds]);
  return Math.max(0, seconds - (passed.of === seconds ? passed.seconds : 0));
}
