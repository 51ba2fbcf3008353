'use client';

import { useEffect, useState } from 'react';
import { formatWait } from '#lib/base/text/format.ts';

/** Counts down until a refused form may be sent again. Screen readers announce it once, not every second. */
export function WaitCountdown({ seconds }: { seconds: number }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <p>
      <span className="sr-only">You can try again in {formatWait(seconds)}.</span>
      <span aria-hidden="true">
        {left ? `You can try again in ${left < 120 ? `${left} s` : formatWait(left)}.` : 'You can try again now.'}
      </span>
    </p>
  );
}
