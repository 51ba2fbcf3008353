import type { ConnectionCheck } from '#lib/doctor/views.ts';

export function UsedKeys({ keys }: { keys: ConnectionCheck['keys'] }) {
  return (
    <div className="space-y-2">
      <h3 id="used-keys" className="label-mono">
        Keys that the address used
      </h3>
      <ul aria-labelledby="used-keys" className="divide-y rounded-md border text-small">
        {keys.map(({ key_id: id, description, state }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
            <span className="wrap-anywhere">{description ?? 'Not a key of this portal'}</span>
            <span className="font-mono text-muted">
              {id}, {state}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
