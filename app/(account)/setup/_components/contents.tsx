const PARTS = [
  { id: 'platform', label: 'Your platform' },
  { id: 'storage', label: '1. Fuzzy storage' },
  { id: 'weights', label: '2. Symbol weights' },
  { id: 'test-message', label: 'See a match' },
  { id: 'repository', label: '3. Stable repository' },
  { id: 'check', label: 'Check the connection' },
  { id: 'deployment', label: 'One key for all your servers' },
  { id: 'answers', label: 'If a request fails' },
  { id: 'outbound', label: 'Outbound and local mail' },
  { id: 'summary', label: '4. Summary' },
];

/** Table of contents, on wide screens only. */
export function Contents() {
  return (
    <nav aria-label="On this page" className="sticky top-24 hidden self-start lg:block">
      <h2 className="mb-2 label-mono">On this page</h2>
      <ul className="border-l">
        {PARTS.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className="block py-1.5 pl-4 text-small text-muted hover:text-ink">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
