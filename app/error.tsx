'use client';

import { useContacts } from '#components/layout/footer/contacts.tsx';
import { FailedPage } from './_components/failed-page.tsx';

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailedPage error={error} retry={retry} supportMail={useContacts().supportMail} />;
}
