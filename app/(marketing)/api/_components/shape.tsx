import { WithCode } from '#components/ui/data/with-code.tsx';
import type { JsonSchema } from '#lib/openapi/document-types.ts';
import { published } from '#lib/openapi/published.ts';
import { noteOf, shapeOf } from '#lib/openapi/shape.ts';

/** A request or response body: JSON with types in place of values. */
export function Shape({ label, schema }: { label: string; schema: JsonSchema }) {
  const { schemas } = published.components;
  const note = noteOf(schema, schemas);
  return (
    <>
      {note && (
        <p className="text-small text-muted">
          <WithCode text={note} />
        </p>
      )}
      <pre
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        role="region"
        className="max-h-[calc(1rem+18lh)] overflow-auto rounded-md border p-4 font-mono text-small -outline-offset-2 scroll-edges"
      >
        <code>{shapeOf(schema, schemas)}</code>
      </pre>
    </>
  );
}
