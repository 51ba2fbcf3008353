import { features } from '#lib/marketing/features.ts';
import { Section } from './section.tsx';

export function Features() {
  return (
    <Section id="features" title="What a subscription holds">
      <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ name, text }) => (
          <li key={name} className="border-t py-6">
            <h3 className="font-semibold">{name}</h3>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
