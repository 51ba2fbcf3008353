import { site } from '#lib/site.ts';

const LINKS = [
  { href: '/#features', label: 'Features' },
  { href: '/#opensource', label: 'Open Source' },
  { href: '/#pricing', label: 'Pricing' },
  { href: '/#testimonials', label: 'Testimonials' },
  { href: site.links.documentation, label: 'Documentation' },
];

export function NavLinks({ className }: { className: string }) {
  return LINKS.map(({ href, label }) => (
    <a key={href} href={href} className={className}>
      {label}
    </a>
  ));
}
