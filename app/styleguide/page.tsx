import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { Toaster } from '#components/ui/toast.tsx';
import { env } from '#lib/env.ts';
import { Buttons } from './_components/buttons.tsx';
import { Data } from './_components/data.tsx';
import { Fields } from './_components/fields.tsx';
import { FormKit } from './_components/form-kit.tsx';
import { Group } from './_components/group.tsx';
import { Navigation } from './_components/navigation.tsx';
import { Overlays } from './_components/overlays.tsx';
import type { ThemeProps } from './_components/sample.tsx';
import { SideNav } from './_components/side-nav.tsx';
import { States } from './_components/states.tsx';
import { Tables } from './_components/tables.tsx';
import { Tokens } from './_components/tokens.tsx';
import { TypeScale } from './_components/type-scale.tsx';

export const metadata: Metadata = { title: 'Style guide', robots: { index: false, follow: false } };
export const dynamic = 'force-dynamic';

type Content = (props: ThemeProps) => ReactNode | Promise<ReactNode>;

const GROUPS: readonly { id: string; title: string; Content: Content; isStacked?: boolean }[] = [
  { id: 'colours', title: 'Colours', Content: Tokens },
  { id: 'type', title: 'Type, radius, shadow', Content: TypeScale },
  { id: 'buttons', title: 'Buttons and copying', Content: Buttons },
  { id: 'fields', title: 'Fields', Content: Fields },
  { id: 'form-kit', title: 'Form kit', Content: FormKit },
  { id: 'overlays', title: 'Dialogs, sheets, menus, toasts', Content: Overlays },
  { id: 'tables', title: 'Tables', Content: Tables, isStacked: true },
  { id: 'states', title: 'Loading, empty, error, success', Content: States },
  { id: 'data', title: 'Numbers, times, keys', Content: Data },
  { id: 'navigation', title: 'Finding the way', Content: Navigation },
];

/** Every primitive in every state and both themes. In development only. */
export default function StyleguidePage() {
  if (env().APP_MODE !== 'development') notFound();
  return (
    <div className="mx-auto grid max-w-[90rem] gap-8 px-4 py-10 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <SideNav groups={GROUPS} />
      <div className="min-w-0 space-y-16">
        <h1 className="text-heading font-semibold tracking-tight">Style guide</h1>
        {GROUPS.map(({ Content, ...group }) => (
          <Group key={group.id} {...group}>
            {(theme) => <Content theme={theme} />}
          </Group>
        ))}
      </div>
      <Toaster />
    </div>
  );
}
