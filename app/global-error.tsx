'use client';

import { ErrorCard } from '#components/ui/error-card.tsx';
import './globals.css';

/** When even the layout failed: a document of its own. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>Something went wrong</title>
        <main className="page py-16">
          <ErrorCard text="Something went wrong on our side. Please try again." onRetry={retry} />
        </main>
      </body>
    </html>
  );
}
