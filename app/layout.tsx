import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { ContactsProvider } from '#components/layout/footer/contacts.tsx';
import { LogoutNotice } from '#components/layout/header/logout-notice.tsx';
import { SiteFooter } from '#components/layout/footer/site-footer.tsx';
import { SiteHeader } from '#components/layout/header/site-header.tsx';
import { contacts } from '#lib/base/settings/contacts.ts';
import { publicOrigin } from '#lib/http/public-origin.ts';
import { colors } from '#lib/marketing/colors.ts';
import { site } from '#lib/base/settings/site.ts';
import { themeScript } from '#lib/base/theme.ts';
import { DialogHost } from './_components/dialog-host.tsx';
import { fontVariables } from './fonts.ts';
import './globals.css';

export const metadata: Metadata = {
  metadataBase: new URL(publicOrigin()),
  title: { default: site.name, template: `%s · ${site.name}` },
  description: site.description,
  openGraph: { type: 'website', siteName: site.name, locale: 'en_GB' },
  twitter: { card: 'summary_large_image' },
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: colors.light.paper },
    { media: '(prefers-color-scheme: dark)', color: colors.dark.paper },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The theme script sets `data-theme` on <html> before hydration.
    <html lang="en" className={fontVariables} data-scroll-behavior="smooth" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body className="font-sans text-base">
        <a
          href="#main"
          className="sr-only z-50 rounded-md bg-ink px-4 py-2 text-paper focus:not-sr-only focus:absolute focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        <ContactsProvider contacts={contacts()}>
          <SiteHeader />
          <LogoutNotice />
          {/* The footer begins below the first screen: one at its bottom would move up while it is parsed (P14). */}
          <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
            {children}
          </main>
          <SiteFooter contacts={contacts()} />
          <DialogHost />
        </ContactsProvider>
      </body>
    </html>
  );
}
