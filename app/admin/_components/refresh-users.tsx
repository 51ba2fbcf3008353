'use client';

import { useIsFetching } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { USERS, useReloadUsers } from './use-users.ts';

export function RefreshUsers() {
  const reload = useReloadUsers();
  const isBusy = useIsFetching({ queryKey: USERS }) > 0;
  return (
    <Button variant="secondary" aria-disabled={isBusy} onClick={() => !isBusy && void reload()}>
      Refresh
    </Button>
  );
}
