import { openSourceFacts } from '#lib/marketing/texts.ts';
import { site } from '#lib/site.ts';
import { Section } from './section.tsx';

export function OpenSource() {
  return (
    <Section
      id="opensource"
      title="Open source, funded by subscriptions"
      lead="Rspamd is free and stays free. The subscription pays for the people who develop it."
      beside
    >
      <dl>
        {openSourceFacts.map(({ value, label }) => (
          <div key={label} className="flex items-baseline justify-between gap-6 border-t py-4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-mono text-heading font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="border-t pt-4">
        <a href={site.links.source} className="inline-block py-1 font-medium underline underline-offset-4">
          Read the source code
        </a>
      </p>
    </Section>
  );
}
