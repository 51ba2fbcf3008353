import { slugOf } from '#lib/format.ts';

/** Table of contents, on wide screens only. */
export function Contents({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-label="On this page" className="sticky top-24 hidden self-start lg:block">
      <h2 className="mb-2 label-mono">On this page</h2>
      <ul className="border-l">
        {titles.map((title) => (
          <li key={title}>
            <a href={`#${slugOf(title)}`} className="block py-1.5 pl-4 text-small text-muted hover:text-ink">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
