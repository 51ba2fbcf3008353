import { Breakable } from '#components/ui/data/breakable.tsx';
import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  crumbs?: readonly Crumb[] | undefined;
  /** Buttons, the main one last. */
  actions?: ReactNode;
};

/** The head of a screen: breadcrumbs, title and actions. */
export function PageHeader({ title, description, crumbs, actions }: PageHeaderProps) {
  return (
    <header className="mb-8 space-y-2">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 space-y-1">
          <h1 className="text-heading font-semibold tracking-tight wrap-anywhere">
            <Breakable text={title} />
          </h1>
          {description && <p className="max-w-measure text-pretty wrap-anywhere text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
