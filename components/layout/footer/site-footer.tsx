import { Brand } from '#components/layout/header/brand.tsx';
import { policiesOf } from '#lib/marketing/policies.ts';
import { paths } from '#lib/paths.ts';
import { site, type Contacts } from '#lib/site.ts';
import { FoldedOnProduct } from './folded-on-product.tsx';
import { PolicyButtons } from './policy-buttons.tsx';
import { SocialLinks } from './social-links.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const COLUMNS = [
  {
    title: 'Product',
    links: [
      { href: paths.pricing, label: 'Pricing' },
      { href: paths.setup, label: 'Setup guide' },
      { href: paths.api, label: 'API' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { href: site.links.documentation, label: 'Documentation' },
      { href: '/#opensource', label: 'Open Source' },
      { href: site.links.source, label: 'Source code' },
    ],
  },
  {
    title: 'Company',
    links: [
      { href: '#commercial', label: 'Commercial' },
      { href: '#contact', label: 'Contact' },
      { href: site.links.project, label: 'About the project' },
    ],
  },
];
/** On wide screens the rows share their columns. */
const ROW = 'page grid gap-10 lg:grid-cols-[2fr_1fr_1fr_1fr]';
const LINK = 'rounded-sm underline-offset-4 hover:text-signal hover:underline';

export function SiteFooter({ contacts }: { contacts: Contacts }) {
  return (
    <footer className="mt-24 border-t">
      <FoldedOnProduct>
        <div className={`grid-cols-3 py-12 max-sm:gap-x-6 ${ROW}`}>
          <div className="col-span-full space-y-3 lg:col-span-1">
            <Brand />
            <p className="max-w-xs text-small text-muted max-sm:hidden">{site.description}</p>
            <SocialLinks />
          </div>
          {COLUMNS.map(({ title, links }) => (
            <Column key={title} title={title} links={links} />
          ))}
        </div>
        <Offices contacts={contacts} />
      </FoldedOnProduct>
      <div className="border-t">
        <div className={`items-center gap-y-3 py-5 sm:grid-cols-[auto_1fr] ${ROW}`}>
          <p className="text-small text-balance wrap-break-word text-muted">
            © {site.name}, sold by {contacts.seller}
          </p>
          <div className="flex flex-wrap items-center justify-between gap-3 lg:col-span-3">
            <PolicyButtons policies={policiesOf(contacts)} />
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  );
}

function Column({ title, links }: (typeof COLUMNS)[number]) {
  const id = `footer-${title.toLowerCase()}`;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="mb-3 label-mono">
        {title}
      </h2>
      <ul className="space-y-1">
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href} className={`inline-block py-1 text-small pointer-coarse:py-3 ${LINK}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Contact details, at the anchors #commercial and #contact. */
function Offices({ contacts: { salesUrl, supportMail } }: { contacts: Contacts }) {
  return (
    <dl className={`pb-12 text-small sm:grid-cols-2 ${ROW}`}>
      <div id="commercial" className="footer-office">
        <dt className="font-medium">Commercial</dt>
        <dd className="mt-1 text-muted">
          Enterprise plans, SLA, consulting, training.{' '}
          <a href={salesUrl} className={`text-ink underline ${LINK}`}>
            Contact Sales
          </a>
        </dd>
      </div>
      <div id="contact" className="footer-office lg:col-span-3">
        <dt className="font-medium">Contact</dt>
        <dd className="mt-1 text-muted">
          Account, key, invoice.{' '}
          <a href={`mailto:${supportMail}`} className={`text-ink underline ${LINK}`}>
            {supportMail}
          </a>
        </dd>
      </div>
    </dl>
  );
}
