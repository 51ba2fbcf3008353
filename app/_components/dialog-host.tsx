'use client';

import { useEffect, useState, type ReactElement } from 'react';

/**
 * Opens the dialogs of links that name one: `data-dialog="login" | "signup" | "purchase"`. The links lead somewhere by
 * themselves; the dialogs' code is fetched at the first click, and if that fails the link is followed.
 */
export function DialogHost() {
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = dialogLinkOf(event);
      if (!link) return;
      event.preventDefault();
      const opened =
        link.dataset.dialog === 'purchase' ? purchaseDialog(link, setDialog) : accessDialog(link, setDialog);
      opened.catch(() => window.location.assign(link.href));
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  return dialog;
}

type Show = (dialog: ReactElement | null) => void;

function dialogLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return null;
  const link = event.target.closest<HTMLAnchorElement>('a[data-dialog]');
  return link && link.pathname !== window.location.pathname ? link : null;
}

async function accessDialog(link: HTMLAnchorElement, show: Show, returnUrl?: string, tab = link.dataset.dialog) {
  const { AccessDialog } = await import('#components/users/access-dialog.tsx');
  show(
    <AccessDialog
      tab={tab === 'signup' ? 'signup' : 'login'}
      returnUrl={returnUrl}
      opener={link}
      onClose={() => show(null)}
    />,
  );
}

async function purchaseDialog(link: HTMLAnchorElement, show: Show) {
  const { PurchaseDialog } = await import('#components/billing/purchase-dialog.tsx');
  const buyUrl = buyUrlOf(link);
  show(
    <PurchaseDialog
      planName={link.dataset.plan ?? ''}
      buyUrl={buyUrl}
      opener={link}
      onAccess={(tab) => void accessDialog(link, show, buyUrl, tab)}
      onClose={() => show(null)}
    />,
  );
}

/** The link's own address; on localhost the purchase is a test (spec §4). */
function buyUrlOf(link: HTMLAnchorElement): string {
  const url = new URL(link.href);
  if (url.hostname === 'localhost') url.searchParams.set('test', '1');
  return url.pathname + url.search;
}
