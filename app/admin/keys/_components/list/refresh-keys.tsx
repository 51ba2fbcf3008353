'use client';

import { useIsFetching } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { KEYS } from './keys-query.ts';
import { useRefreshAll } from './use-keys.ts';

export function RefreshKeys() {
  const refresh = useRefreshAll();
  const isBusy = useIsFetching({ queryKey: KEYS }) > 0;
  return (
    <Button variant="secondary" aria-disabled={isBusy} onClick={() => !isBusy && void refresh()}>
      Refresh
    </Button>
  );
}
