'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { FieldTexts } from '#components/ui/fields/field.tsx';
import { Switch } from '#components/ui/fields/switch.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { SOURCE_DAYS } from '#lib/sources/schema.ts';
import { SERVERS } from './use-servers.ts';

/** Shows the saved state: the switch flips only after the server has answered. */
export function AddressSwitch({ isOn }: { isOn: boolean }) {
  const id = useId();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (shows: boolean) => orLogin(callApi('PUT /account/api/servers', { body: { shows_addresses: shows } })),
    onSuccess: async ({ shows_addresses: shows }) => {
      await client.invalidateQueries({ queryKey: SERVERS });
      toast.success(
        shows ? 'An address appears some minutes after a server’s next request.' : 'The addresses have been deleted.',
      );
    },
    onError: (error) => toast.error(`The setting could not be saved. ${error.message}`),
  });
  return (
    <div className="flex max-w-measure items-start justify-between gap-4">
      <div className="min-w-0 space-y-0.5">
        <label htmlFor={id} className="block text-small leading-6 font-medium">
          Show addresses of my servers
        </label>
        <FieldTexts
          id={id}
          hint={`This site then stores them, at most ${SOURCE_DAYS} days after a server’s last request. Switching it off deletes them at once.`}
        />
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={isOn}
        onChange={(event) => !isPending && mutate(event.currentTarget.checked)}
      />
    </div>
  );
}
