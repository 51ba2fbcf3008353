import type { ApiError } from '#lib/api-client/api-client.ts';
import { FailureAlert } from './failure-alert.tsx';

/** Why a submit failed, unless a field already says so. */
export function FormFailure({ failure }: { failure: ApiError | null }) {
  if (!failure || Object.keys(failure.fields).length) return null;
  return <FailureAlert failure={failure} text={failure.message} />;
}
