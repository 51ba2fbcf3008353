'use client';

import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { buttonClass } from '#components/ui/actions/button.tsx';

const LOOK = {
  toast:
    'flex w-full items-center gap-3 floating py-3 pr-2 pl-4 text-small font-medium outline-offset-2 focus-visible:outline-2 focus-visible:outline-ink',
  content: 'min-w-0 flex-1 wrap-anywhere',
  description: 'font-normal text-muted',
  success: '[&_[data-icon]]:text-signal',
  error: '[&_[data-icon]]:text-red',
  actionButton: buttonClass({ variant: 'secondary', size: 'sm' }, 'shrink-0'),
  closeButton: 'order-last grid size-8 shrink-0 place-items-center rounded-md text-muted hover:text-ink',
};

/** Renders toasts with Sonner's behaviour and our look. */
export function SonnerToaster({ onReady }: { onReady: () => void }) {
  // Sonner's own effect, which listens for toasts, runs before this one.
  useEffect(onReady, [onReady]);
  return (
    <Toaster
      position="bottom-left" // the right side would cover the actions of lists
      closeButton
      expand
      containerAriaLabel="Notifications"
      className="pointer-events-auto"
      style={{ fontFamily: 'inherit' }}
      toastOptions={{ unstyled: true, classNames: LOOK, closeButtonAriaLabel: 'Dismiss' }}
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-4" />,
        error: <TriangleAlert aria-hidden="true" className="size-4" />,
        close: <X aria-hidden="true" className="size-4" />,
      }}
    />
  );
}
