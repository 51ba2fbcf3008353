import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { published } from '#lib/openapi/published.ts';
import { ReferenceSection } from './reference-section.tsx';
import { SCHEME_NAMES } from './scheme-names.ts';

/** The ways to authenticate. */
export function WhoCalls() {
  return (
    <ReferenceSection title="Who calls" lead="Each endpoint names one of these. Endpoints that name none are public.">
      <DescriptionList
        items={Object.entries(published.components.securitySchemes).map(([name, scheme]) => ({
          term: SCHEME_NAMES[name] ?? name,
          value: scheme.description,
        }))}
      />
    </ReferenceSection>
  );
}
