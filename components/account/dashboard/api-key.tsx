'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RotateKeyDialog } from '#components/fuzzy-keys/rotate-key-dialog.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { CopyButton } from '#components/ui/actions/copy-button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { shorten } from '#lib/base/text/format.ts';
import type { OwnKeyView } from '#lib/fuzzy-keys/views.ts';

const KEY_SHOWN = 16;
const OLD_KEY_SHOWN = 8;

/** The subscriber's key, old keys that still work, and the button that rotates the key. */
export function ApiKey({ publicKey }: { publicKey: string }) {
  const { data: key } = useOwnKey();
  return (
    <Card title="API Key" className="min-h-37">
      <div className="-my-1.5 flex items-center justify-between gap-3">
        <code className="font-mono text-small break-all lg:text-base">{shorten(publicKey, KEY_SHOWN)}</code>
        <Acts>
          <CopyButton text={publicKey} label="Copy API key" />
        </Acts>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-small text-muted">For all your servers.</p>
        <Acts>{key && !key.is_external && <RotateKey />}</Acts>
      </div>
      {key?.old_keys.map((old) => (
        <OldKey key={old.public_key} old={old} />
      ))}
    </Card>
  );
}

function OldKey({ old }: { old: OwnKeyView['old_keys'][number] }) {
  return (
    <div className="mt-3 space-y-0.5 border-t pt-3 text-small">
      <p>
        The old key <code className="font-mono">{shorten(old.public_key, OLD_KEY_SHOWN)}</code> works until
      </p>
      <p>
        <Time at={new Date(old.works_until)} />
      </p>
      <p className="text-muted">
        {old.last_used_at ? (
          <>
            Last used <Time at={new Date(old.last_used_at)} />
          </>
        ) : (
          'No use of it is known.'
        )}
      </p>
    </div>
  );
}

function RotateKey() {
  const client = useQueryClient();
  const run = useSensitiveAction();
  const [isOpen, setIsOpen] = useState(false);
  const done = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: OWN_KEY }),
      client.invalidateQueries({ queryKey: ['userstatus'] }),
    ]);
    toast.success('You have a new key. Put it on all your servers.');
    setIsOpen(false);
  };
  return (
    <>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Rotate key
      </Button>
      {isOpen && (
        <RotateKeyDialog
          rotate={(grace) => run(() => callApi('POST /account/api/key/rotate', { body: { grace } }))}
          onDone={done}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

const OWN_KEY = ['own-key'];

const useOwnKey = () => useQuery({ queryKey: OWN_KEY, queryFn: () => orLogin(callApi('GET /account/api/key')) });
