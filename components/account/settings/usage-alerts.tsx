'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { FieldTexts } from '#components/ui/fields/field.tsx';
import { Switch } from '#components/ui/fields/switch.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { ALERT_KINDS, alertKind } from '#lib/usage/alert-kinds.ts';
import type { UsageAlertChanges, UsageAlertSettings } from '#lib/usage/schema.ts';
import { type AccountSection, SettingsSection } from './settings-section.tsx';

const SETTINGS = ['usage-alerts'];
export const usageAlertSection: AccountSection = {
  id: 'usage-alerts',
  title: 'Usage alerts',
  Part: UsageAlerts,
  needs: 'operate',
};

export function UsageAlerts() {
  const query = useQuery({ queryKey: SETTINGS, queryFn: () => orLogin(callApi('GET /account/api/usage-alerts')) });
  return (
    <SettingsSection section={usageAlertSection} text="Emails about your key, each kind at most once a day.">
      <QueryResult query={query} what="your usage alerts" skeleton={<Waiting />}>
        {(settings) => <Switches settings={settings} />}
      </QueryResult>
    </SettingsSection>
  );
}

function Switches({ settings }: { settings: UsageAlertSettings }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: UsageAlertChanges) => orLogin(callApi('PUT /account/api/usage-alerts', { body })),
    onSuccess: (saved) => {
      client.setQueryData(SETTINGS, saved);
      toast.success('Usage alerts saved.');
    },
    onError: (error) => toast.error(`Usage alerts could not be saved. ${error.message}`),
  });
  return (
    <div className="space-y-5">
      {ALERT_KINDS.map((kind) => (
        <AlertSwitch
          key={kind}
          {...alertKind(kind)}
          isOn={settings[kind]}
          isBusy={isPending}
          onChange={(isOn) => mutate({ [kind]: isOn })}
        />
      ))}
    </div>
  );
}

type AlertSwitchProps = {
  label: string;
  hint: string;
  isOn: boolean;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
};

/** Shows the saved state: the switch flips only after the server has answered. */
function AlertSwitch({ label, hint, isOn, isBusy, onChange }: AlertSwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0 space-y-0.5">
        <label htmlFor={id} className="block text-small leading-6 font-medium">
          {label}
        </label>
        <FieldTexts id={id} hint={hint} />
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={isOn}
        onChange={(event) => !isBusy && onChange(event.currentTarget.checked)}
      />
    </div>
  );
}

const Waiting = () => (
  <div className="space-y-5">
    {ALERT_KINDS.map((kind) => (
      <div key={kind} className="flex h-11.5 items-center justify-between">
        <Skeleton className="h-5 w-52" />
        <Skeleton className="h-6 w-10" />
      </div>
    ))}
  </div>
);
