'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Chip } from '#components/ui/chip.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { Line, Sample, type ThemeProps } from './sample.tsx';
import { LONG_WORD } from './samples.ts';

export function Navigation({ theme }: ThemeProps) {
  const [tab, setTab] = useState<'login' | 'signup'>('login');
  const [filters, setFilters] = useState(['50', LONG_WORD]);
  return (
    <>
      <Sample name="page header with breadcrumbs">
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
      </Sample>
      <Sample name="filters in force">
        <Line>
          {filters.map((value) => (
            <Chip
              key={value}
              label="Rank"
              value={value}
              href="?rank="
              onNavigate={() => setFilters(filters.filter((other) => other !== value))}
            />
          ))}
        </Line>
      </Sample>
      <Sample name="tabs">
        <Tabs
          label={`Access (${theme})`}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'login', label: 'Login', href: '#login', content: <p>Email and password.</p> },
            { value: 'signup', label: 'Sign Up', href: '#signup', content: <p>And the password again.</p> },
          ]}
        />
      </Sample>
    </>
  );
}
