import { paths } from '#lib/paths.ts';
import { site } from '#lib/site.ts';
import { Brand } from './brand.tsx';

const COLUMNS = [
  {
    id: 'commercial',
    title: 'Product',
    links: [
      { href: '/#features', label: 'Features' },
      { href: paths.pricing, label: 'Pricing' },
      { href: site.links.contactSales, label: 'Contact Sales' },
    ],
  },
  {
    id: 'resources',
    title: 'Resources',
    links: [
      { href: site.links.documentation, label: 'Documentation' },
      { href: '/#opensource', label: 'Open Source' },
      { href: site.links.source, label: 'Source code' },
    ],
  },
  {
    id: 'contact',
    title: 'Company',
    links: [
      { href: site.links.project, label: 'About the project' },
      { href: `mailto:${site.supportMail}`, label: 'Contact' },
    ],
  },
];

/** The footer of every page. */
export function SiteFooter() {
  return (
    <footer className="mt-24 border-t">
      <div className="page grid grid-cols-2 gap-10 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full space-y-3 lg:col-span-1">
          <Brand />
          <p className="max-w-xs text-small text-muted">{site.description}</p>
        </div>
        {COLUMNS.map(({ id, title, links }) => (
          <nav key={id} id={id} aria-labelledby={`footer-${id}`}>
            <h2 id={`footer-${id}`} className="mb-3 label-mono">
              {title}
            </h2>
            <ul className="space-y-1">
              {links.map(({ href, label }) => (
                <li key={href}>
                  <a
                    href={href}
                    className="inline-block py-1 text-small underline-offset-4 hover:text-signal hover:underline"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
