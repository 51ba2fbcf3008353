import { Copyable } from '#components/ui/actions/copyable.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { ENDPOINTS_ID, texts } from './texts.ts';

/** The provider's endpoints, for the developer of an application. */
export function ProviderEndpoints({ endpoints }: { endpoints: readonly { label: string; url: string }[] }) {
  return (
    <div id={ENDPOINTS_ID} className="scroll-mt-20">
      <Card title="Provider endpoints">
        <p className="mb-2 max-w-measure text-small text-muted">
          Most libraries need the issuer alone and find the rest by discovery.
        </p>
        <DescriptionList
          items={endpoints.map(({ label, url }) => ({
            term: label,
            value: <Copyable value={url} label={`Copy ${label}`} copiedText={texts.copied} />,
          }))}
        />
      </Card>
    </div>
  );
}
