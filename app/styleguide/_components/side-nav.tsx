/** Links to the groups of the style guide. */
export function SideNav({ groups }: { groups: readonly { id: string; title: string }[] }) {
  return (
    <nav aria-label="Groups" className="lg:sticky lg:top-24 lg:self-start">
      <ul className="flex flex-wrap gap-x-4 lg:block">
        {groups.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block rounded-sm py-1.5 text-small text-muted hover:text-ink">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
