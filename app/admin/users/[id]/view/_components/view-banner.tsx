'use client';

import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { MINUTE, SECOND } from '#lib/base/time.ts';

type ViewBannerProps = { userId: string; email: string | null; until: string };

/** Says on each page of a view whose account it is and how long it lasts, and ends it. */
export function ViewBanner({ userId, email, until }: ViewBannerProps) {
  // A full page load, so that Back requests the page again from the server, which no longer shows the account.
  const leave = () => window.location.assign(withQuery(paths.adminViewAs(userId), { ended: '1' }));
  const end = useMutation({ mutationFn: () => endView(userId), onSuccess: leave });
  const left = useTimeLeft(until, leave);
  return (
    <aside
      aria-label="View as customer"
      className="sticky top-18 z-20 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-amber bg-amber-soft px-4 py-2.5 text-small"
    >
      <p className="flex min-w-0 flex-1 basis-60 gap-3 wrap-anywhere">
        <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
        <span className="min-w-0">
          <span className="font-medium">
            You see this account as <Breakable text={email ?? 'its owner'} /> sees it.
          </span>{' '}
          Read-only, each page is recorded.
        </span>
      </p>
      <p className="font-mono whitespace-nowrap tabular-nums">
        <span className="sr-only">Ends </span>
        {left === null ? `until ${until.slice(11, 16)} UTC` : `${left} left`}
      </p>
      <Button variant="secondary" size="sm" disabled={end.isPending} onClick={() => end.mutate()}>
        {end.isPending ? 'Ending...' : 'End view'}
      </Button>
      {end.error && (
        <p role="alert" className="basis-full text-red">
          The view could not be ended. {end.error.message}
        </p>
      )}
    </aside>
  );
}

/** Ends the view. Succeeds if the view has already ended. */
async function endView(id: string): Promise<void> {
  try {
    await asAdmin(callApi('DELETE /admin/api/users/{id}/view', { params: { id } }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** The time left, as `14:59`; null until the browser's clock is known. Calls `onOver` once at the end. */
function useTimeLeft(until: string, onOver: () => void): string | null {
  const [left, setLeft] = useState<number | null>(null);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const tick = () => {
      const rest = Date.parse(until) - Date.now();
      setLeft(Math.max(0, rest));
      if (rest > 0) return;
      clearInterval(timer);
      over();
    };
    const timer = setInterval(tick, SECOND);
    tick();
    return () => clearInterval(timer);
  }, [until]);
  if (left === null) return null;
  const seconds = Math.ceil(left / SECOND);
  return `${Math.floor((seconds * SECOND) / MINUTE)}:${String(seconds % 60).padStart(2, '0')}`;
}
