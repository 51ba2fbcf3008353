import { DescriptionList } from '#components/ui/data/description-list.tsx';
import type { Parameter } from '#lib/openapi/document-types.ts';
import { published } from '#lib/openapi/published.ts';
import { noteOf, shapeOf } from '#lib/openapi/shape.ts';

/** The path and query parameters of an endpoint. */
export function CallParameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <div>
      <p className="label-mono">Parameters</p>
      <DescriptionList
        items={parameters.map((parameter) => ({
          term: parameter.name,
          value: textOf(parameter),
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
