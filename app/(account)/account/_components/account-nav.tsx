import { SETTINGS_SECTIONS } from './settings-sections.ts';

/** In-page navigation, beside the content on wide screens. */
export function AccountNav() {
  return (
    <nav aria-label="On this page" className="hidden lg:block">
      <ul className="sticky top-24 -ml-3 space-y-0.5">
        {Object.entries(SETTINGS_SECTIONS).map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block rounded-md px-3 py-1.5 text-small text-muted hover:bg-sunken hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
