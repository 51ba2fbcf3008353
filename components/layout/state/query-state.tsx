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
 * Keeps the state of views in the URL (nuqs). Next's router is kept out of Back and Forward between the views of a
 * page, because it would fetch the page again, and then overwrite the URL of the view that is open by then
 * (docs/decisions/0018).
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

/** Detects that a Next.js link has changed the URL. */
function Links() {
  const routed = useSearchParams();
  useEffect(announce, [routed]);
  return null;
}

/** Handles Back and Forward between views of the current page, before Next's router does. */
function Steps() {
  const shown = usePathname();
  useEffect(() => {
    const follow = (event: PopStateEvent) => {
      if (location.pathname !== shown) return;
      // Next's router ignores a popstate event without a state. The second replaceState tells the router only the new
      // URL.
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

/** Marks a change of the URL as nuqs's own, so that nuqs keeps its pending updates. */
const OURS = '__nuqs__';

const updateUrl: UpdateUrl = (search, { history: how, scroll }) => {
  const url = location.pathname + renderQueryString(search) + location.hash;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, OURS, url);
  announce();
  if (scroll) window.scrollTo({ top: 0, behavior: 'instant' });
};
