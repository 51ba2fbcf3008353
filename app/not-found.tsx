import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/button.tsx';
import { paths } from '#lib/paths.ts';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFound() {
  return (
    <div className="page py-24 sm:py-32">
      <p className="mb-4 label-mono">404</p>
      <h1 className="mb-8 text-display font-semibold tracking-tight">Oops! Page not found</h1>
      <a href={paths.home} className={buttonClass({ size: 'lg' })}>
        Return to Home
      </a>
    </div>
  );
}
