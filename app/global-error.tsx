'use client';

import { Brand } from '#components/layout/header/brand.tsx';
import { paths } from '#lib/base/paths.ts';
import { FailedPage } from './_components/failed-page.tsx';
import { fontVariables } from './fonts.ts';
import './globals.css';

/** Shown when the root layout fails, so it renders its own document. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" className={fontVariables}>
      <body className="font-sans text-base">
        <title>Something went wrong</title>
        <header className="page flex h-16 items-center">
          <a href={paths.home} className="flex rounded-sm">
            <Brand />
          </a>
        </header>
        <main>
          <FailedPage error={error} retry={retry} />
        </main>
      </body>
    </html>
  );
}
