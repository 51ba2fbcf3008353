'use client';

import type { MouseEvent } from 'react';
import { paths } from '#lib/base/paths.ts';
import { logOut } from './auth-state.ts';

/** A plain link, so that it works without JavaScript. */
export function LogoutLink({ className }: { className: string }) {
  const end = (event: MouseEvent) => {
    event.preventDefault();
    void logOut();
  };
  return (
    <a href={paths.logout} onClick={end} className={className}>
      Logout
    </a>
  );
}
