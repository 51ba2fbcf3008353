import { CodeBlock } from '#components/ui/code-block.tsx';
import { curlOf } from '#lib/http/openapi/curl.ts';
import { published, type PublishedCall } from '#lib/http/openapi/published.ts';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { CallAnswers } from './call-answers.tsx';
import { CallParameters } from './call-parameters.tsx';
import { SCHEME_NAMES } from './scheme-names.ts';
import { Shape } from './shape.tsx';

/** One call: what it does in a line, all about it when opened. */
export function Call({ call: { method, path, operation } }: { call: PublishedCall }) {
  const { operationId, summary, description, security, parameters, requestBody } = operation;
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  const command = curlOf(method, path, operation, published.components.schemas, publicOrigin());
  return (
    <details id={operationId} className="group scroll-mt-20">
      <summary className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-4 py-3 after:col-start-2 after:row-start-1 after:text-muted after:content-['+'_/_''] group-open:after:content-['−'_/_''] hover:bg-sunken sm:grid-cols-[4rem_minmax(0,1fr)_auto] sm:after:col-start-3">
        <code className="font-mono text-small font-medium">{method}</code>
        <span className="col-start-1 min-w-0 sm:col-start-2">
          <code className="block font-mono text-small wrap-anywhere">{path}</code>
          <span className="text-small text-muted">{summary}</span>
        </span>
      </summary>
      <div className="space-y-4 px-4 pt-1 pb-6 sm:pl-24">
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
    </details>
  );
}
