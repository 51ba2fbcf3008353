'use client';

import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab<V extends string> = { value: V; label: string; href: string; content: ReactNode };
type TabsProps<V extends string> = { label: string; value: V; onChange: (value: V) => void; tabs: readonly Tab<V>[] };

/** Tabs whose triggers are links, so that they work without JavaScript and before hydration. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  const select = (chosen: string) => {
    const tab = tabs.find((candidate) => candidate.value === chosen);
    if (tab) onChange(tab.value);
  };
  return (
    <RadixTabs.Root value={value} onValueChange={select}>
      <RadixTabs.List
        aria-label={label}
        className="mb-6 grid auto-cols-fr grid-flow-col gap-1 rounded-md bg-sunken p-1"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} asChild>
            <a
              href={tab.href}
              onClick={(event) => event.preventDefault()}
              className="flex h-9 items-center justify-center rounded-sm border border-transparent text-small font-medium text-muted hover:text-ink data-[state=active]:border-line data-[state=active]:bg-surface data-[state=active]:text-ink"
            >
              {tab.label}
            </a>
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} tabIndex={-1} className="outline-none">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
