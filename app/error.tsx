'use client';

import { FailedPage } from './_components/failed-page.tsx';

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailedPage error={error} retry={retry} />;
}
