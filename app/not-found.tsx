import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/paths.ts';
import { DeadEnd } from './_components/dead-end.tsx';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFound() {
  return (
    <DeadEnd label="404" title="Oops! Page not found">
      <a href={paths.home} className={buttonClass({ size: 'lg' })}>
        Return to Home
      </a>
    </DeadEnd>
  );
}
