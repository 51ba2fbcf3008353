import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { curlOf } from '#lib/openapi/curl.ts';
import { published, type PublishedCall } from '#lib/openapi/published.ts';
import { CallAnswers } from './call-answers.tsx';
import { CallParameters } from './call-parameters.tsx';
import { SCHEME_NAMES } from './scheme-names.ts';
import { Shape } from './shape.tsx';

/** The reference of one endpoint. */
export function Call({ call: { method, path, operation } }: { call: PublishedCall }) {
  const { description, security, parameters, requestBody } = operation;
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  const command = curlOf(method, path, operation, published.components.schemas, publicOrigin());
  return (
    <div className="space-y-4">
      {description !== undefined && <p className="max-w-measure text-small text-muted">{description}</p>}
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
