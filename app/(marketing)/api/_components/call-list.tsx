import type { PublishedCall } from '#lib/http/openapi/published.ts';
import { Call } from './call.tsx';

/** Calls one below the other, each of which opens. */
export function CallList({ calls }: { calls: readonly PublishedCall[] }) {
  return (
    <ul className="divide-y rounded-md border">
      {calls.map((call) => (
        <li key={call.operation.operationId}>
          <Call call={call} />
        </li>
      ))}
    </ul>
  );
}
