import type { ComponentType, ReactNode } from 'react';
import type { Permission } from '#lib/accounts/roles.ts';
import { Acts } from '#components/ui/read-only.tsx';

/**
 * A section of the account page: the id of its element, its title, and what shows it. The page's HTML brings its data
 * (P14) if the key of its query is a name of `accountReads` (lib/customer-view/owner-reads.ts). `needs`: what a member
 * must be allowed to see it; `self`: it is about the person.
 */
export type AccountSection = { id: string; title: string; Part: ComponentType; needs: Permission | 'self' };

/** The id of a section's title, which takes the focus when the focused button disappears. */
export const titleId = ({ id }: AccountSection) => `${id}-title`;

type SettingsSectionProps = { section: AccountSection; text: string; actions?: ReactNode; children?: ReactNode };

/** A section of the account page: title, description and actions. */
export function SettingsSection({ section, text, actions, children }: SettingsSectionProps) {
  return (
    <section
      id={section.id}
      aria-labelledby={titleId(section)}
      className="scroll-mt-20 space-y-5 py-9 first:pt-0 last:pb-0 max-lg:scroll-mt-18"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80 space-y-1">
          <h2 id={titleId(section)} tabIndex={-1} className="text-title font-semibold outline-offset-4">
            {section.title}
          </h2>
          <p className="max-w-measure text-small text-muted">{text}</p>
        </div>
        <Actions>{actions}</Actions>
      </div>
      {children}
    </section>
  );
}

/** An account setting: its value, and the buttons that change it. */
export function Setting({ name, children, actions }: { name: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 space-y-0.5">
        <h3 className="text-small text-muted">{name}</h3>
        <div className="wrap-anywhere">{children}</div>
      </div>
      <Actions>{actions}</Actions>
    </div>
  );
}

const Actions = ({ children }: { children: ReactNode }) =>
  children && (
    <Acts>
      <div className="flex flex-wrap gap-2">{children}</div>
    </Acts>
  );
