'use client';

import { Menu, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

/** The header's links on small screens. A disclosure that opens without script; script closes it after a choice. */
export function MobileMenu({ children }: { children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  return (
    // Escape and the click on a link inside close it; the summary itself is the control.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      ref={details}
      className="group lg:hidden"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        details.current?.querySelector('summary')?.focus();
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a')) close();
      }}
    >
      <summary
        aria-label="Menu"
        className="-mr-2.5 grid size-10 list-none place-items-center rounded-md hover:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden="true" className="size-5 group-open:hidden" />
        <X aria-hidden="true" className="hidden size-5 group-open:block" />
      </summary>
      <div className="absolute inset-x-0 top-full border-y bg-surface shadow-float">{children}</div>
    </details>
  );
}
