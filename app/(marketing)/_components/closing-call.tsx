import { buttonClass } from '#components/ui/actions/button.tsx';
import { site } from '#lib/site.ts';

export function ClosingCall() {
  return (
    <section aria-labelledby="start-title" className="border-t">
      <div className="page flex flex-wrap items-center justify-between gap-8 pt-16 sm:pt-24">
        <div>
          <h2 id="start-title" className="text-heading font-semibold tracking-tight text-balance">
            Running in ten minutes.
          </h2>
          <p className="mt-2 text-muted">Create an account, choose a plan, copy two files.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <a href="/login?tab=signup" data-dialog="signup" className={buttonClass({ size: 'lg' })}>
            Get Started
          </a>
          <a href={site.links.documentation} className={buttonClass({ size: 'lg', variant: 'secondary' })}>
            Documentation
          </a>
        </div>
      </div>
    </section>
  );
}
