'use client';

import { toast } from '#components/ui/toast.tsx';
import { callApi } from '#lib/http/api-client.ts';
import { orLogin } from '#lib/http/or-login.ts';
import type { UsageTokenView } from '#lib/usage-tokens/views.ts';
import { ConfirmAct } from './confirm-act.tsx';
import { USAGE_TOKENS } from './use-usage-tokens.ts';

type RevokeUsageTokenProps = { token: UsageTokenView; onClose: () => void };

export function RevokeUsageToken({ token: { id, name, prefix }, onClose }: RevokeUsageTokenProps) {
  return (
    <ConfirmAct
      title={`Revoke “${name}”?`}
      text={`What reads your usage with ${prefix}… is refused at once, and for good.`}
      confirmText="Revoke"
      busyText="Revoking..."
      act={() => orLogin(callApi('DELETE /account/api/usage-tokens/{id}', { params: { id } }))}
      reloads={USAGE_TOKENS}
      focusesPart="usage-tokens"
      onDone={() => {
        toast.success(`The token “${name}” has been revoked.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
