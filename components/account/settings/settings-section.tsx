import type { ReactNode } from 'react';
import { Acts } from '#components/ui/read-only.tsx';
import { SETTINGS_SECTIONS, titleId, type SettingsSectionId } from './settings-sections.ts';

type SettingsSectionProps = { id: SettingsSectionId; text: string; actions?: ReactNode; children?: ReactNode };

/** A section of the account page: title, description and actions. */
export function SettingsSection({ id, text, actions, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={titleId(id)}
      className="scroll-mt-20 space-y-5 py-9 first:pt-0 last:pb-0 max-lg:scroll-mt-18"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80 space-y-1">
          <h2 id={titleId(id)} tabIndex={-1} className="text-title font-semibold outline-offset-4">
            {SETTINGS_SECTIONS[id].title}
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
