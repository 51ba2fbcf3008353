'use client';

import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';

/**
 * Runs an admin request that needs a fresh login. If the login is older than ten minutes, a dialog asks for the
 * password, then the request is repeated. Throws the request's error, and `reauthentication_required` if the dialog is
 * closed.
 */
export function useAdminAction() {
  const runSensitive = useSensitiveAction();
  return async <T extends object>(action: () => Promise<T>): Promise<T> => {
    const result = await asAdmin(runSensitive(action));
    if (result !== null) return result;
    throw new ApiError('Cancelled: you did not confirm your login.', {
      status: 403,
      code: 'reauthentication_required',
    });
  };
}
