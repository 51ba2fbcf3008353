import { features } from '#lib/marketing/features.ts';
import { plans } from '#lib/marketing/plans.ts';
import { Section } from './section.tsx';
import { ServerChanges } from './server-changes.tsx';

/** The nine features, each with the first plan that includes it, and the changes on a mail server. */
export function Features() {
  return (
    <Section id="features" title="What’s included">
      <ul className="grid gap-x-8 md:grid-cols-3 lg:gap-x-10">
        {features.map(({ name, text }) => (
          <li key={name} className="border-t py-6">
            <p className="mb-2 text-small text-muted">{availabilityOf(name)}</p>
            <h3 className="font-semibold">{name}</h3>
            <p className="mt-1.5 max-w-measure text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <ServerChanges />
    </Section>
  );
}

function availabilityOf(feature: string): string {
  const [first, ...more] = plans.filter((plan) =>
    plan.features.some(({ name, included }) => included && name === feature),
  );
  if (!first) throw new Error(`No plan includes ${feature}.`);
  if (more.length === plans.length - 1) return 'Every plan';
  return more.length > 0 ? `From ${first.name}` : first.name;
}
