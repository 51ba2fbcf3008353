import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { WithCode } from '#components/ui/data/with-code.tsx';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { curlOf } from '#lib/openapi/curl.ts';
import type { Operation, Parameter, ResponseObject } from '#lib/openapi/document-types.ts';
import { published, type PublishedCall } from '#lib/openapi/published.ts';
import { noteOf, shapeOf } from '#lib/openapi/shape.ts';
import { SCHEME_NAMES } from './scheme-names.ts';
import { Shape } from './shape.tsx';

/** The reference of one endpoint. */
export function Call({ call: { method, path, operation } }: { call: PublishedCall }) {
  const { description, security, parameters, requestBody } = operation;
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  const command = curlOf(method, path, operation, published.components.schemas, publicOrigin());
  return (
    <div className="space-y-4">
      {description !== undefined && (
        <p className="max-w-measure text-small text-muted">
          <WithCode text={description} />
        </p>
      )}
      <p className="text-small">
        <span className="text-muted">Who calls: </span>
        {schemes.map((name) => SCHEME_NAMES[name] ?? name).join(', ') || 'anybody'}
      </p>
      {parameters && <CallParameters parameters={parameters} />}
      {requestBody &&
        Object.entries(requestBody.content).map(([type, { schema }]) => (
          <div key={type} className="space-y-2">
            <p className="label-mono">{requestBody.required ? 'Body' : 'Body, may be left out'}</p>
            <Shape label={`Body of ${method} ${path}`} schema={schema} />
          </div>
        ))}
      <CallAnswers name={`${method} ${path}`} responses={operation.responses} />
      <CodeBlock title={`${method} ${path} with curl`} code={command} />
    </div>
  );
}

/** The path and query parameters of an endpoint. */
function CallParameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <div>
      <p className="label-mono">Parameters</p>
      <DescriptionList
        items={parameters.map((parameter) => ({
          term: parameter.name,
          value: <WithCode text={textOf(parameter)} />,
        }))}
      />
    </div>
  );
}

function textOf({ in: place, required, description, schema }: Parameter): string {
  const { schemas } = published.components;
  const kind = shapeOf(schema, schemas);
  const parts = [
    place === 'path' ? 'in the path' : required ? 'required' : '',
    description ?? '',
    noteOf(schema, schemas),
  ];
  return [kind, ...parts.filter(Boolean)].join('; ');
}

/** The responses of an endpoint: successes first, then errors. */
function CallAnswers({ name, responses }: { name: string; responses: Operation['responses'] }) {
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
          <WithCode text={description} /> {type && <code className="font-mono text-muted">{type}</code>}
        </p>
      )}
    </div>
  );
}
