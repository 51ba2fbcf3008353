'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import { Button } from '#components/ui/actions/button.tsx';

const EVERY_MS = 3000;
const TIMES = 40;

/** Refreshes the page every three seconds for two minutes, and whenever the button is pressed. */
export function CheckAgain() {
  const router = useRouter();
  const [isChecking, startTransition] = useTransition();
  useEffect(() => {
    let left = TIMES;
    const timer = setInterval(() => {
      if (left-- > 0) router.refresh();
      else clearInterval(timer);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
      <Button disabled={isChecking} onClick={() => startTransition(() => router.refresh())}>
        {isChecking ? 'Checking...' : 'Check again'}
      </Button>
    </>
  );
}
