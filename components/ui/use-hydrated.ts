'use client';

import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False in the server's HTML and until hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
