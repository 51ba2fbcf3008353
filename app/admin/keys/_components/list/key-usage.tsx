'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyUsageDialog } from '#components/usage/key-usage-dialog.tsx';
import { useUsageView } from '#components/usage/use-usage-view.ts';
import { MINUTE } from '#lib/time.ts';
import { keyIdQuery } from './use-keys.ts';

/** The usage dialog of the key in the URL. Renders nothing if the name map lacks the key. */
export function KeyUsage({ description, onClose }: { description: string; onClose: () => void }) {
  const [, setView] = useUsageView();
  const keyId = useQuery({ ...keyIdQuery(description), staleTime: MINUTE }).data?.keyId;
  if (keyId === undefined) return null;
  const close = () => {
    void setView(null);
    onClose();
  };
  return <KeyUsageDialog description={description} keyId={keyId} onClose={close} />;
}
