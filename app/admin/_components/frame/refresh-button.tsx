'use client';

import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';

/** Reloads the active queries under `queryKey`. */
export function RefreshButton({ queryKey }: { queryKey: readonly string[] }) {
  const client = useQueryClient();
  const isBusy = useIsFetching({ queryKey }) > 0;
  return (
    <Button
      variant="secondary"
      aria-disabled={isBusy}
      onClick={() => !isBusy && void client.invalidateQueries({ queryKey })}
    >
      Refresh
    </Button>
  );
}
