import { openSourceFacts } from '#lib/marketing/texts.ts';
import { site } from '#lib/site.ts';
import { Section } from './section.tsx';

export function OpenSource() {
  return (
    <Section
      id="opensource"
      title="Open source, and paid for by you"
      lead="Rspamd is free and stays free. The subscription pays for the people who develop it."
    >
      <dl className="grid gap-6 sm:grid-cols-3 sm:divide-x">
        {openSourceFacts.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end sm:pl-8 sm:first:pl-0">
            <dt className="text-muted">{label}</dt>
            <dd className="font-mono text-heading font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <a href={site.links.source} className="mt-8 inline-block py-1 font-medium underline underline-offset-4">
        Read the source code
      </a>
    </Section>
  );
}
