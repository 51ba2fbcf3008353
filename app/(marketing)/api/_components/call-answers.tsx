import type { Operation, ResponseObject } from '#lib/openapi/document-types.ts';
import { Shape } from './shape.tsx';

/** The responses of an endpoint: successes first, then errors. */
export function CallAnswers({ name, responses }: { name: string; responses: Operation['responses'] }) {
  const all = Object.entries(responses);
  const refusals = all.filter(([, { $ref }]) => $ref !== undefined);
  return (
    <>
      {all
        .filter(([, { $ref }]) => $ref === undefined)
        .map(([status, response]) => (
          <Answer key={status} name={name} status={status} response={response} />
        ))}
      {refusals.length > 0 && (
        <div className="space-y-2">
          <p className="label-mono">Refusals</p>
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small">
            {refusals.map(([status, { description }]) => (
              <li key={status}>
                {status} <code className="font-mono text-muted">{description}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Answer({
  name,
  status,
  response: { description, content },
}: {
  name: string;
  status: string;
  response: ResponseObject;
}) {
  const [type, held] = Object.entries(content ?? {})[0] ?? [];
  const isJson = type === 'application/json';
  return (
    <div className="space-y-2">
      <p className="label-mono">Answer {status}</p>
      {held && isJson ? (
        <Shape label={`Answer ${status} of ${name}`} schema={held.schema} />
      ) : (
        <p className="text-small">
          {description} {type && <code className="font-mono text-muted">{type}</code>}
        </p>
      )}
    </div>
  );
}
