'use client';

import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { saveFile } from '#components/ui/actions/save-file.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { site } from '#lib/base/settings/site.ts';
import { type AccountSection, SettingsSection } from '../settings-section.tsx';

type PersonFile = { exported_at: string };

export const dataSection: AccountSection = {
  id: 'data',
  needs: 'self',
  title: 'Your data',
  Part: () => (
    <Acts>
      <YourData />
    </Acts>
  ),
};

/** Downloads all data about the user as a JSON file. */
export function YourData() {
  const run = useSensitiveAction();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => run(() => callApi('GET /account/api/export')),
    onSuccess: (data) => {
      if (!data) return;
      saveFile(fileName(data), JSON.stringify(data, null, 2), 'application/json');
      toast.success('Your data has been downloaded.');
    },
  });
  return (
    <SettingsSection
      section={dataSection}
      text="Your profile, sessions, keys, usage, subscriptions and history, in one JSON file. It holds no password and no secret."
      actions={
        <Button variant="secondary" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
          {isPending ? 'Preparing...' : 'Download my data'}
        </Button>
      }
    >
      {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
    </SettingsSection>
  );
}

const fileName = ({ exported_at }: PersonFile) =>
  `${site.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-data-${exported_at.slice(0, 10)}.json`;
