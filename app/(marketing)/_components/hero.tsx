import { buttonClass } from '#components/ui/actions/button.tsx';
import { claims } from '#lib/marketing/texts.ts';
import { LiveNumbers } from './live/live-numbers.tsx';
import { ShinglesFigure } from './shingles-figure.tsx';
import { ToolSwitch } from './shingles-tool/tool-switch.tsx';

/**
 * The pitch, and a drawing of how fuzzy hashing works. The drawing is beside the text on wide screens; on medium ones
 * it is below the text, beside the claims. On a slow connection the text is painted before the drawing arrives, so the
 * text's place does not depend on the drawing.
 */
export function Hero() {
  return (
    <section className="page grid items-start gap-x-16 gap-y-12 pt-10 pb-16 sm:pt-16 md:grid-cols-[3fr_2fr] lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr] lg:pb-24">
      <div className="md:col-span-full lg:col-span-1">
        <h1 className="text-display font-semibold tracking-tight">Know a spam campaign before it reaches you.</h1>
        <p className="mt-6 max-w-measure text-lead text-muted">
          A premium fuzzy database for Rspamd: each message is compared with the campaigns of this minute while it is
          still at the door. Two files in local.d, one key for all your servers, stable packages included.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href="/login?tab=signup" data-dialog="signup" className={buttonClass({ size: 'lg' })}>
            Get Started
          </a>
          <a href="#pricing" className={buttonClass({ size: 'lg', variant: 'secondary' })}>
            See prices
          </a>
        </div>
      </div>
      <div className="md:col-start-2 md:row-start-2 lg:col-start-1 lg:max-w-xl">
        <Claims />
        <LiveNumbers />
      </div>
      <div className="md:col-start-1 md:row-start-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <ToolSwitch>
          <ShinglesFigure />
        </ToolSwitch>
      </div>
    </section>
  );
}

function Claims() {
  return (
    <dl className="grid grid-cols-3 divide-x border-y md:grid-cols-1 md:divide-x-0 md:divide-y lg:grid-cols-3 lg:divide-x lg:divide-y-0">
      {claims.map(({ value, label }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end py-4 pl-4 first:pl-0 sm:pl-6 md:pl-0 lg:pl-6 lg:first:pl-0"
        >
          <dt className="text-small text-muted">{label}</dt>
          <dd className="font-mono text-title font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
