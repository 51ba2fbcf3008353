'use client';

import { lazy, Suspense } from 'react';

type ToastOptions = {
  /** What can be done about it: Undo. */
  action?: { label: string; onClick: () => void } | undefined;
  /** Why, or what else there is to know. */
  detail?: string | undefined;
};

const SHOWN_MS = 5_000;
/** Time to read why, or to press Undo. */
const SHOWN_LONG_MS = 12_000;

let announceReady: () => void;
const ready = new Promise<void>((resolve) => {
  announceReady = resolve;
});

/** Says in passing, and aloud, how an act went. The page needs a `<Toaster />`; sonner is fetched by it, not before. */
export const toast = {
  success: (text: string, options: ToastOptions = {}) => void show('success', text, options),
  error: (text: string, options: ToastOptions = {}) => void show('error', text, options),
};

async function show(kind: 'success' | 'error', text: string, { action, detail }: ToastOptions): Promise<void> {
  const [sonner] = await Promise.all([import('sonner'), ready]);
  const duration = kind === 'error' || action || detail ? SHOWN_LONG_MS : SHOWN_MS;
  sonner.toast[kind](text, { duration, ...(action && { action }), ...(detail && { description: detail }) });
}

const LazyToaster = lazy(() =>
  import('./sonner-toaster.tsx').then(({ SonnerToaster }) => ({ default: SonnerToaster })),
);

/** Where toasts appear; once per layout. */
export function Toaster() {
  return (
    <Suspense fallback={null}>
      <LazyToaster onReady={announceReady} />
    </Suspense>
  );
}
