import { useState } from 'react';
import { InARow } from '#components/stories/row.tsx';
import { LONG_WORD } from '#components/stories/stub-server.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Chip } from './chip.tsx';
import { PageHeader } from './page-header.tsx';
import { Tabs } from './tabs.tsx';

export default { title: 'ui/Navigation' };

export const HeaderOfAPage = () => (
  <PageHeader
    title="Fuzzy Keys Management"
    description="Who may ask the premium storage, and how often."
    crumbs={[
      { label: 'Admin', href: '#navigation' },
      { label: 'Keys', href: '#tables' },
    ]}
    actions={
      <>
        <Button variant="secondary">Refresh</Button>
        <Button>Generate Key</Button>
      </>
    }
  />
);

export function ActiveFilters() {
  const [filters, setFilters] = useState(['50', LONG_WORD]);
  return (
    <InARow>
      {filters.map((value) => (
        <Chip
          key={value}
          label="Rank"
          value={value}
          href="?rank="
          onNavigate={() => setFilters(filters.filter((other) => other !== value))}
        />
      ))}
    </InARow>
  );
}

export function TwoTabs() {
  const [tab, setTab] = useState<'login' | 'signup'>('login');
  return (
    <Tabs
      label="Access"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'login', label: 'Login', href: '#login', content: <p>Email and password.</p> },
        { value: 'signup', label: 'Sign Up', href: '#signup', content: <p>And the password again.</p> },
      ]}
    />
  );
}
