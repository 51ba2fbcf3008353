import { buttonClass } from '#components/ui/button.tsx';
import { claims } from '#lib/marketing/texts.ts';
import { ShinglesFigure } from './shingles-figure.tsx';

export function Hero() {
  return (
    <section className="page grid items-center gap-x-16 gap-y-12 pt-10 pb-16 sm:pt-16 lg:grid-cols-[7fr_5fr] lg:pb-24">
      <div>
        <h1 className="text-display font-semibold tracking-tight">Know a spam campaign before it reaches you.</h1>
        <p className="mt-6 max-w-measure text-lead text-muted">
          The premium fuzzy database compares each message with the campaigns of this minute. Two files in your Rspamd,
          one key for all your servers, and stable packages with it.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href="/login?tab=signup" data-dialog="signup" className={buttonClass({ size: 'lg' })}>
            Get Started
          </a>
          <a href="#pricing" className={buttonClass({ size: 'lg', variant: 'secondary' })}>
            See plans and prices
          </a>
        </div>
        <dl className="mt-12 grid max-w-xl grid-cols-3 divide-x border-y">
          {claims.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end py-4 pl-4 first:pl-0 sm:pl-6">
              <dt className="text-small text-muted">{label}</dt>
              <dd className="font-mono text-title font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ShinglesFigure />
    </section>
  );
}
