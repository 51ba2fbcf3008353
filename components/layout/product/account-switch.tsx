'use client';

import { useEffect } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ROLE_NAMES } from '#components/account/settings/members/role-names.ts';
import { useMembership } from '#components/account/membership.ts';
import { Menu, MenuChoices } from '#components/ui/overlays/menu.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { paths } from '#lib/base/paths.ts';

/** For a person with more than one account: which one this browser acts for, and the way to another. */
export const AccountSwitch = () => (useMembership().hasOthers ? <Switch /> : null);

/** The account belongs to the login, so the browser's other pages would act for the new one while they show the old. */
const SWITCHES = 'account-switches';

function useReloadOnSwitch() {
  useEffect(() => {
    const channel = new BroadcastChannel(SWITCHES);
    channel.onmessage = () => window.location.reload();
    return () => channel.close();
  }, []);
}

function announceSwitch() {
  const channel = new BroadcastChannel(SWITCHES);
  channel.postMessage(null);
  channel.close();
}

function Switch() {
  useReloadOnSwitch();
  const { data } = useQuery({ queryKey: ['accounts'], queryFn: () => orLogin(callApi('GET /account/api/accounts')) });
  const { mutate } = useMutation({
    mutationFn: (account_id: string) => orLogin(callApi('PUT /account/api/accounts', { body: { account_id } })),
    onSuccess: () => {
      announceSwitch();
      window.location.assign(paths.dashboard);
    },
    onError: ({ message }) => toast.error(message),
  });
  const current = data?.accounts.find((account) => account.is_current);
  if (!data || !current) return null;
  return (
    <div className="max-w-full py-2 sm:max-w-64 sm:shrink-0 sm:self-center sm:py-0">
      <Menu label="Account" text={current.name} size="sm">
        <MenuChoices
          label="This browser acts for"
          value={current.id}
          options={data.accounts.map(({ id, name, role }) => ({ value: id, label: `${name} (${ROLE_NAMES[role]})` }))}
          onChoose={(id) => id !== current.id && mutate(id)}
        />
      </Menu>
    </div>
  );
}
