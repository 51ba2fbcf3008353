import { classNames } from '#components/ui/look/class-names.ts';
import { slugOf } from '#lib/format.ts';
import { features } from '#lib/marketing/features.ts';
import { plans } from '#lib/marketing/plans.ts';
import { Section } from './section.tsx';
import { ServerChanges } from './server-changes.tsx';

/** The nine features by the first plan that includes them, and the changes on a mail server. */
export function Features() {
  return (
    <Section id="features" title="What’s included">
      <div className="grid gap-x-8 gap-y-10 md:grid-cols-3 lg:gap-x-10">
        <Group plan="Every plan" isLead className="md:col-span-3" columns="md:grid-cols-3" />
        <div className="space-y-10">
          <Group plan={from('Starter')} />
          <Group plan={from('Scale')} />
        </div>
        <Group plan="Enterprise" className="md:col-span-2" columns="md:grid-cols-2" />
      </div>
      <ServerChanges />
    </Section>
  );
}

type GroupProps = { plan: string; isLead?: boolean; className?: string; columns?: string };

function Group({ plan, isLead = false, className, columns }: GroupProps) {
  const id = slugOf(`features ${plan}`);
  return (
    <div className={classNames('border-t pt-4', className)}>
      <p id={id} className="mb-4 label-mono">
        {plan}
      </p>
      <ul aria-labelledby={id} className={classNames('grid gap-x-8 gap-y-6 lg:gap-x-10', columns)}>
        {features
          .filter(({ name }) => availabilityOf(name) === plan)
          .map(({ name, text }) => (
            <li key={name}>
              <h3 className={classNames('font-semibold', isLead && 'text-title')}>{name}</h3>
              <p className="mt-1.5 max-w-measure text-muted">{text}</p>
            </li>
          ))}
      </ul>
    </div>
  );
}

function availabilityOf(feature: string): string {
  const [first, ...more] = plans.filter((plan) =>
    plan.features.some(({ name, included }) => included && name === feature),
  );
  if (!first) throw new Error(`No plan includes ${feature}.`);
  if (more.length === plans.length - 1) return 'Every plan';
  return more.length > 0 ? from(first.name) : first.name;
}

const from = (plan: string) => `From ${plan}`;
