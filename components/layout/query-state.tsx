'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import {
  renderQueryString,
  unstable_createAdapterProvider as createAdapterProvider,
  type unstable_AdapterInterface as Adapter,
  type unstable_UpdateUrlFunction as UpdateUrl,
} from 'nuqs/adapters/custom';
import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';

/**
 * Lets views stand in the address (nuqs), and follow it: what they show is what the address says. Next's router takes no
 * part in Back and Forward between the views of a page: it would fetch the page anew, and write the address of the step it
 * fetched over the one where the person is by then (docs/decisions/0018).
 */
export function QueryState({ children }: { children: ReactNode }) {
  return (
    <NuqsAdapter>
      <Steps />
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

/** Goes back and forth between the views of the page that is shown, before Next's router does. */
function Steps() {
  const shown = usePathname();
  useEffect(() => {
    const follow = (event: PopStateEvent) => {
      if (location.pathname !== shown) return;
      // A step without a state is none of the router's; told of its address alone, it keeps the page it has.
      Object.defineProperty(event, 'state', { value: null });
      History.prototype.replaceState.call(history, null, '');
      history.replaceState(null, OURS, location.href);
    };
    window.addEventListener('popstate', follow, { capture: true });
    return () => window.removeEventListener('popstate', follow, { capture: true });
  }, [shown]);
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
  if (scroll) window.scrollTo({ top: 0, behavior: 'instant' });
};
