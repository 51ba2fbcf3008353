'use client';

import { useSearchParams } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import {
  renderQueryString,
  unstable_createAdapterProvider as createAdapterProvider,
  type unstable_AdapterInterface as Adapter,
  type unstable_UpdateUrlFunction as UpdateUrl,
} from 'nuqs/adapters/custom';
import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';

/**
 * Lets views stand in the address (nuqs), and follow it: what they show is what the address says. Next's router, which
 * nuqs reads by itself, may stay behind for good when Back is pressed again while it still fetches (docs/decisions/0018).
 */
export function QueryState({ children }: { children: ReactNode }) {
  return (
    <NuqsAdapter>
      <Suspense>
        <Links />
      </Suspense>
      <AddressAdapter>{children}</AddressAdapter>
    </NuqsAdapter>
  );
}

/** Notices that a link of Next's has changed the address. */
function Links() {
  const routed = useSearchParams();
  useEffect(announce, [routed]);
  return null;
}

const AddressAdapter = createAdapterProvider(useAddress);

function useAddress(): Adapter {
  const routed = useSearchParams();
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => renderQueryString(new URLSearchParams(routed)),
  );
  return { searchParams: new URLSearchParams(search), updateUrl, rateLimitFactor: 3 };
}

const listeners = new Set<() => void>();
const announce = () => listeners.forEach((listener) => listener());

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** By this word the outer adapter knows that a change is not somebody else's, and keeps what waits to be written. */
const OURS = '__nuqs__';

const updateUrl: UpdateUrl = (search, { history: how, scroll }) => {
  const url = location.pathname + renderQueryString(search) + location.hash;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, OURS, url);
  announce();
  if (scroll) window.scrollTo(0, 0);
};
