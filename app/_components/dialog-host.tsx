'use client';

import { isTestSite } from '#components/billing/purchase/is-test-site.ts';
import { useEffect, useState, type ReactElement } from 'react';
import type { PolicyName } from '#lib/marketing/policies/policy.ts';

type Opener = HTMLAnchorElement | HTMLButtonElement;
type Show = (dialog: ReactElement | null) => void;

/**
 * Opens the dialog that a link or button names in `data-dialog`: "login", "signup", "purchase" or a policy. The
 * dialog's code is fetched when the opener is hovered, touched or focused. If the code cannot be loaded, a click
 * follows the opener's URL. One dialog is open at a time.
 */
export function DialogHost() {
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const opener = isPlain(event) && openerOf(event);
      if (!opener) return;
      event.preventDefault();
      open(opener, setDialog).catch(() => window.location.assign(addressOf(opener)));
    };
    document.addEventListener('click', onClick);
    for (const type of APPROACHES) document.addEventListener(type, fetchAhead, { passive: true });
    return () => {
      document.removeEventListener('click', onClick);
      for (const type of APPROACHES) document.removeEventListener(type, fetchAhead);
    };
  }, []);
  return dialog;
}

const APPROACHES = ['pointerover', 'focusin', 'touchstart'] as const;
const LOAD = {
  access: () => import('#components/users/login/access-dialog.tsx'),
  purchase: () => import('#components/billing/purchase/purchase-dialog.tsx'),
  policy: () => import('#components/layout/footer/policy-dialog.tsx'),
};

function fetchAhead(event: Event) {
  const opener = openerOf(event);
  if (opener) LOAD[kindOf(opener)]().catch(() => undefined); // the click tries again, or follows the URL
}

function open(opener: Opener, show: Show): Promise<void> {
  const name = opener.dataset.dialog;
  switch (kindOf(opener)) {
    case 'purchase':
      return purchaseDialog(opener, show);
    case 'access':
      return accessDialog(opener, show, name === 'signup' ? 'signup' : 'login');
    case 'policy':
      return policyDialog(opener, show, name as PolicyName);
  }
}

async function accessDialog(opener: Opener, show: Show, tab: 'login' | 'signup', returnUrl?: string) {
  const { AccessDialog } = await LOAD.access();
  show(<AccessDialog tab={tab} returnUrl={returnUrl} opener={opener} onClose={() => show(null)} />);
}

async function purchaseDialog(opener: Opener, show: Show) {
  const { PurchaseDialog } = await LOAD.purchase();
  const buyUrl = buyUrlOf(opener);
  show(
    <PurchaseDialog
      planName={opener.dataset.plan ?? ''}
      buyUrl={buyUrl}
      opener={opener}
      onAccess={(tab) => {
        accessDialog(opener, show, tab, buyUrl).catch(() => window.location.assign(buyUrl));
      }}
      onClose={() => show(null)}
    />,
  );
}

async function policyDialog(opener: Opener, show: Show, name: PolicyName) {
  const { PolicyDialog } = await LOAD.policy();
  show(<PolicyDialog name={name} opener={opener} onClose={() => show(null)} />);
}

function isPlain(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !isModified && !event.defaultPrevented;
}

/** The opener that the event targets. A link to the current page does not count. */
function openerOf({ target }: Event): Opener | null {
  if (!(target instanceof Element)) return null;
  const opener = target.closest<Opener>('[data-dialog]');
  const isHere = opener instanceof HTMLAnchorElement && opener.pathname === window.location.pathname;
  return isHere ? null : opener;
}

function kindOf({ dataset: { dialog } }: Opener): keyof typeof LOAD {
  if (dialog === 'purchase') return 'purchase';
  return dialog === 'login' || dialog === 'signup' ? 'access' : 'policy';
}

const addressOf = (opener: Opener) => (opener instanceof HTMLAnchorElement ? opener.href : opener.formAction);

/** The opener's URL, as a test where purchases are tests. */
function buyUrlOf(opener: Opener): string {
  const url = new URL(addressOf(opener));
  if (isTestSite()) url.searchParams.set('test', '1');
  return url.pathname + url.search;
}
