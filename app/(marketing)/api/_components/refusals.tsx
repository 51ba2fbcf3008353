import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { STATUS_BY_CODE } from '#lib/errors.ts';
import { REFUSALS } from '#lib/openapi/errors.ts';
import { published } from '#lib/openapi/published.ts';
import { ReferenceSection } from './reference-section.tsx';
import { Shape } from './shape.tsx';

/** The shape of every error response, and what its codes mean. */
export function Refusals() {
  const form = published.components.schemas.ErrorView;
  return (
    <ReferenceSection
      title="Refusals"
      lead="Branch on status and code; the text is for humans. Include the request id when you contact support: it identifies the request in the log."
    >
      {form && <Shape label="A refusal" schema={form} />}
      <DescriptionList
        items={Object.entries(REFUSALS).map(([status, meaning]) => ({
          term: status,
          value: (
            <>
              <span className="block">{meaning}</span>
              <code className="font-mono text-muted">{codesOf(Number(status)).join(', ')}</code>
            </>
          ),
        }))}
      />
    </ReferenceSection>
  );
}

const codesOf = (status: number) =>
  Object.entries(STATUS_BY_CODE).flatMap(([code, own]) => (own === status ? [code] : []));
