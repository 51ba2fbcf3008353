import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/base/paths.ts';
import { site } from '#lib/base/settings/site.ts';
import { DeadEnd } from './_components/dead-end.tsx';

export const metadata: Metadata = { title: 'Page not found' };

const LINK = 'text-ink underline underline-offset-4';

export default function NotFound() {
  return (
    <DeadEnd label="404" title="Oops! Page not found">
      <a href={paths.home} className={buttonClass({ size: 'lg' })}>
        Return to Home
      </a>
      <p className="mt-8 text-muted">
        Or go to{' '}
        <a href={paths.pricing} className={LINK}>
          Pricing
        </a>
        , the{' '}
        <a href={paths.setup} className={LINK}>
          Setup Guide
        </a>{' '}
        or the{' '}
        <a href={site.links.documentation} className={LINK}>
          Documentation
        </a>
        .
      </p>
    </DeadEnd>
  );
}
