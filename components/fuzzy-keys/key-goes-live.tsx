import { useEffect, useState } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { SECOND } from '#lib/base/time.ts';

/** Counts down until a new key works at the storage hosts, from when this tab first showed it. */
export function KeyGoesLive({ publicKey }: { publicKey: string }) {
  return useHydrated() ? <Countdown key={publicKey} publicKey={publicKey} /> : <p className="text-muted">{PROMISE}</p>;
}

const PROMISE = `Your key works at our storage hosts within ${inWords(promises.keyChange)}.`;

function Countdown({ publicKey }: { publicKey: string }) {
  const [until] = useState(() => firstSeen(publicKey) + promises.keyChange);
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(until)), SECOND);
    return () => clearInterval(timer);
  }, [until]);
  // Announced once each, not every second.
  return (
    <p className="text-muted">
      <span role="status" className="sr-only">
        {left ? PROMISE : LIVE}
      </span>
      <span aria-hidden="true">
        {left ? (
          <>
            Your key goes live in{' '}
            <span className="font-medium text-ink tabular-nums">
              {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
            </span>
            . Until then, Rspamd gets no answer.
          </>
        ) : (
          LIVE
        )}
      </span>
    </p>
  );
}

const LIVE = 'Your key is live at our storage hosts.';

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / SECOND));

/** When this tab first showed the key: a reload does not begin anew. */
function firstSeen(publicKey: string): number {
  const name = `key-seen:${publicKey.slice(0, 16)}`;
  const seen = Number(sessionStorage.getItem(name)) || Date.now();
  sessionStorage.setItem(name, String(seen));
  return seen;
}
