import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { readColours } from './read-colours.ts';
import type { Theme } from './sample.tsx';

const THEMES: readonly Theme[] = ['light', 'dark'];

type GroupProps = {
  id: string;
  title: string;
  /** For content that needs the full width: one theme below the other. */
  isStacked?: boolean | undefined;
  children: (theme: Theme) => ReactNode;
};

/** A group of primitives, in both themes. */
export async function Group({ id, title, isStacked = false, children }: GroupProps) {
  const colours = await readColours();
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-4 text-title font-semibold">
        {title}
      </h2>
      <div className={classNames('grid gap-4', !isStacked && 'xl:grid-cols-2')}>
        {THEMES.map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            // For browsers without light-dark(), the build replaces it with variables that follow the page's theme.
            style={
              Object.fromEntries(colours.map((colour) => [`--color-${colour.name}`, colour[theme]])) as CSSProperties
            }
            className="min-w-0 space-y-8 rounded-md border bg-paper p-4 text-ink sm:p-6"
          >
            {children(theme)}
          </div>
        ))}
      </div>
    </section>
  );
}
