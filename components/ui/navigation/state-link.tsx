'use client';

import type { ComponentProps } from 'react';

type StateLinkProps = Omit<ComponentProps<'a'>, 'onClick'> & {
  href: string;
  /** Navigates without a page load. A modified click still opens a new tab. */
  onNavigate?: ((href: string) => void) | undefined;
};

/** A link to another state of this screen: sort, page, filter. Works without JavaScript and before hydration. */
export function StateLink({ href, onNavigate, children, ...props }: StateLinkProps) {
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (!onNavigate || !isPlain) return;
        event.preventDefault();
        onNavigate(href);
      }}
    >
      {children}
    </a>
  );
}
