'use client';

import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { KEY_USAGE } from '#components/usage/use-key-usage.ts';
import { KEYS } from './keys-list.ts';

/** Reloads the keys and their usage. */
export function RefreshKeys() {
  const client = useQueryClient();
  const refresh = () => [KEYS, KEY_USAGE].map((queryKey) => void client.invalidateQueries({ queryKey }));
  const isBusy = useIsFetching({ queryKey: KEYS }) > 0;
  return (
    <Button variant="secondary" aria-disabled={isBusy} onClick={() => !isBusy && refresh()}>
      Refresh
    </Button>
  );
}
