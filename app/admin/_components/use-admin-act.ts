'use client';

import { useSensitiveAct } from '#components/users/sensitive-acts.tsx';
import { ApiError } from '#lib/http/api-client.ts';
import { asAdmin } from '#lib/http/as-admin.ts';

/**
 * Runs a call of an open admin page that needs a login within ten minutes: when it is older, a dialog asks for the
 * password, and the call goes on by itself. Throws what the call throws, and `reauthentication_required` when that dialog is
 * closed instead.
 */
export function useAdminAct() {
  const runSensitive = useSensitiveAct();
  return async <T extends object>(act: () => Promise<T>): Promise<T> => {
    const result = await asAdmin(runSensitive(act));
    if (result !== null) return result;
    throw new ApiError('Nothing was done, because you did not confirm that it is you.', {
      status: 403,
      code: 'reauthentication_required',
    });
  };
}
