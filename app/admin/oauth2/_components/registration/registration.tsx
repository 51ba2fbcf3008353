'use client';

import { useId } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { Switch } from '#components/ui/fields/switch.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { RegistrationSettings } from '#lib/oauth/views.ts';
import { texts } from '../list/texts.ts';
import { InitialTokens } from './initial-tokens.tsx';
import { useRegistrationSettings, useSaveSettings } from './use-registration.ts';

/** Settings for applications that register without an admin. */
export function Registration() {
  const settings = useRegistrationSettings();
  return (
    <Card title="Registration without an admin">
      <p className="mb-6 max-w-2xl text-small text-muted">
        The consent page says that these applications are not known here. None of them can read the subscription.
      </p>
      <QueryResult
        query={settings}
        skeleton={<Skeleton className="h-24" />}
        failure={(error, retry) => (
          <div className="space-y-3">
            {error instanceof ApiError && <FailureAlert failure={error} text={texts.settingsFailed} />}
            <Button variant="secondary" size="sm" onClick={retry}>
              Retry
            </Button>
          </div>
        )}
      >
        {(data) => <Switches settings={data} />}
      </QueryResult>
    </Card>
  );
}

function Switches({ settings }: { settings: RegistrationSettings }) {
  const { mutate, isPending } = useSaveSettings();
  const change = (part: Partial<RegistrationSettings>) => mutate({ ...settings, ...part });
  return (
    <div className="space-y-6">
      <Setting
        label="Metadata documents"
        hint="An application whose client ID is the https URL of its metadata can be used at once. The server fetches that URL."
        isOn={settings.metadata_documents}
        isBusy={isPending}
        onChange={(isOn) => change({ metadata_documents: isOn })}
      />
      <Setting
        label="Dynamic registration"
        hint="An application can register itself with an initial access token that you give to its developer."
        isOn={settings.registration}
        isBusy={isPending}
        onChange={(isOn) => change({ registration: isOn })}
      />
      {settings.registration && <InitialTokens />}
    </div>
  );
}

type SettingProps = {
  label: string;
  hint: string;
  isOn: boolean;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
};

function Setting({ label, hint, isOn, isBusy, onChange }: SettingProps) {
  const id = useId();
  return (
    <div className="flex max-w-2xl items-start justify-between gap-4">
      <div className="min-w-0 space-y-0.5">
        <label htmlFor={id} className="block text-small leading-6 font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={isOn}
        disabled={isBusy}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
