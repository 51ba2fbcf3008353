import type { AuditEventView } from '#lib/audit/views.ts';

/** An event's changes, and all other recorded details. */
export function EventDetails({ event: { before, after, details, request_id: requestId } }: { event: AuditEventView }) {
  const parts = [
    { name: 'Before', value: before },
    { name: 'After', value: after },
    { name: 'Noted', value: Object.keys(details).length ? details : null },
    { name: 'Request id', value: requestId },
  ].filter(({ value }) => value !== null);
  if (!parts.length) return null;
  return (
    <details className="text-small">
      <summary className="inline-block cursor-pointer py-1 underline">Details</summary>
      <dl className="mt-1 space-y-2">
        {parts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="font-mono wrap-anywhere whitespace-pre-wrap">
              {typeof value === 'string' ? value : JSON.stringify(value, null, 1)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
