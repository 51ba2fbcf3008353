'use client';

import { lazy, Suspense } from 'react';

type ToastOptions = {
  /** A follow-up action, such as Undo. */
  action?: { label: string; onClick: () => void } | undefined;
  /** The reason, or more information. */
  detail?: string | undefined;
};

const SHOWN_MS = 5_000;
/** Long enough to read the reason or to press Undo. */
const SHOWN_LONG_MS = 12_000;

let announceReady: () => void;
const ready = new Promise<void>((resolve) => {
  announceReady = resolve;
});

/** Shows and announces the outcome of an action. The page needs a `<Toaster />`. Sonner is loaded lazily. */
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
