'use client';

import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useId } from 'react';
import { SelectField } from '#components/form/select-field.tsx';
import { SwitchField } from '#components/form/switch-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { RadioGroup } from '#components/ui/fields/radio-group.tsx';
import { describedBy, FieldTexts } from '#components/ui/fields/field.tsx';
import { SIGNING_ALGORITHMS } from '#lib/oauth/algorithms.ts';
import { OAUTH_SCOPES, scopeText } from '#lib/oauth/scopes.ts';
import type { ClientFields } from './client-fields.ts';
import type { ClientFormInput } from './client-form-schema.ts';
import { UriRows } from './uri-rows.tsx';

/** What each client is asked for; what few need is folded. With the values of `initial`. */
export function ClientFormFields({ initial }: { initial: ClientFields }) {
  const rows = { initiallyPublic: initial.is_public };
  const { formState } = useFormContext<ClientFormInput>();
  const isWrong = FOLDED.some((name) => formState.errors[name] !== undefined);
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="Shown to users on the consent page."
        autoComplete="off"
        defaultValue={initial.name}
        required
      />
      <ClientType initial={initial} />
      <UriRows
        {...rows}
        name="redirect_uris"
        legend="Redirect URIs"
        label="Redirect URI"
        hint="Where users are sent after they authorize. Must match exactly."
        initial={initial.redirect_uris}
        min={1}
      />
      <ScopeBoxes initial={initial.scopes} />
      <details className="border-t pt-5" open={isWrong || undefined}>
        <summary className="w-fit cursor-pointer rounded-sm label-mono hover:text-ink">Advanced</summary>
        <div className="mt-5 space-y-5">
          <AdvancedFields initial={initial} />
        </div>
      </details>
    </>
  );
}

/** Fields of the folded part whose text can be refused. */
const FOLDED = ['post_logout_redirect_uris', 'backchannel_logout_uri'] as const;

const TYPES = [
  { value: 'web', label: 'Web application', hint: 'Runs on a server, which keeps its secret.' },
  { value: 'public', label: 'Browser, mobile or desktop application', hint: 'Cannot keep a secret: it uses PKCE.' },
  { value: 'device', label: 'Device', hint: 'Without a browser: it shows a code, which the person enters here.' },
] as const;

/** Whether the client is public and may use the device flow. A web application may use it by the switch below, too. */
function ClientType({ initial }: { initial: ClientFields }) {
  const { setValue } = useFormContext<ClientFormInput>();
  const isPublic = useController<ClientFormInput, 'is_public'>({ name: 'is_public', defaultValue: initial.is_public });
  const isDevice: unknown = useWatch({ name: 'may_use_device_flow', defaultValue: initial.may_use_device_flow });
  return (
    <RadioGroup
      legend="Type"
      options={TYPES}
      value={isPublic.field.value ? (isDevice === true ? 'device' : 'public') : 'web'}
      onChange={(type) => {
        isPublic.field.onChange(type !== 'web');
        setValue('may_use_device_flow', type === 'device', { shouldDirty: true });
      }}
    />
  );
}

function AdvancedFields({ initial }: { initial: ClientFields }) {
  return (
    <>
      <SwitchField
        name="may_read_subscription"
        label="May read the subscription"
        hint="Lets it ask for the scopes subscription and groups: plan, status and end date, if the person agrees."
        defaultChecked={initial.may_read_subscription}
      />
      <SwitchField
        name="roles_as_groups"
        label="Roles as groups"
        hint="The claim groups also has what the person is in the account: role:owner, role:billing, role:technical or role:viewer."
        defaultChecked={initial.roles_as_groups}
      />
      <SwitchField
        name="require_two_factor"
        label="Require two-factor login"
        hint="Only people with an authenticator app or a passkey can log in to it, whatever the application asks for."
        defaultChecked={initial.require_two_factor}
      />
      <GroupTitle text="Protocol" />
      <RequirePkce initial={initial} />
      <SwitchField
        name="may_use_device_flow"
        label="May use the device flow"
        hint="For devices without a browser: they show a code, which the person enters here."
        defaultChecked={initial.may_use_device_flow}
      />
      <SwitchField
        name="require_pushed_authorization_requests"
        label="Require pushed requests (PAR)"
        hint="Refuses authorization requests that it did not send to this server first. Optional otherwise."
        defaultChecked={initial.require_pushed_authorization_requests}
      />
      <SwitchField
        name="dpop_bound_access_tokens"
        label="Require DPoP"
        hint="Its tokens work only with a key that it proves to have, so a stolen token is useless. Optional otherwise."
        defaultChecked={initial.dpop_bound_access_tokens}
      />
      <SelectField
        name="id_token_signed_response_alg"
        label="ID token algorithm"
        hint="RS256 works everywhere. ES256 and EdDSA are shorter and faster, for applications that support them."
        options={SIGNING_ALGORITHMS.map((alg) => ({ value: alg, label: alg }))}
        defaultValue={initial.id_token_signed_response_alg}
      />
      <GroupTitle text="Logout" />
      <UriRows
        initiallyPublic={initial.is_public}
        name="post_logout_redirect_uris"
        legend="Post-logout redirect URIs"
        label="Post-logout URI"
        hint="Optional: where users may be sent after the application logs them out."
        initial={initial.post_logout_redirect_uris}
        min={0}
      />
      <TextField
        name="backchannel_logout_uri"
        label="Back-channel logout URL"
        hint="Optional: where it is told at once that a person's session has ended. The attempts are in the audit log."
        defaultValue={initial.backchannel_logout_uri}
        placeholder="https://app.example.com/backchannel-logout"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

const GroupTitle = ({ text }: { text: string }) => <h3 className="border-t pt-5 label-mono">{text}</h3>;

function RequirePkce({ initial }: { initial: ClientFields }) {
  const isPublic: unknown = useWatch({ name: 'is_public', defaultValue: initial.is_public });
  return (
    <>
      {isPublic === true && <p className="text-small text-muted">A public client always has to use PKCE.</p>}
      {/* Hidden, not unmounted, so that the choice is kept when the switch is turned back. */}
      <div hidden={isPublic === true}>
        <SwitchField
          name="require_pkce"
          label="Require PKCE"
          hint="Refuses requests without it. For confidential clients that support it."
          defaultChecked={initial.require_pkce}
        />
      </div>
    </>
  );
}

/** The scopes that a client may request, with their texts on the consent page. */
function ScopeBoxes({ initial }: { initial: string[] }) {
  const id = useId();
  const { field, fieldState } = useController<ClientFormInput, 'scopes'>({ name: 'scopes', defaultValue: initial });
  const error = fieldState.error?.message;
  const toggle = (scope: string, isTicked: boolean) =>
    field.onChange(OAUTH_SCOPES.filter((name) => (name === scope ? isTicked : field.value.includes(name))));
  return (
    <fieldset aria-describedby={describedBy(id, { error })} className="space-y-1.5">
      <legend className="text-small font-medium">Scopes</legend>
      {OAUTH_SCOPES.map((scope, index) => (
        <div key={scope} className="flex gap-2.5 py-0.5 text-small leading-6">
          <Checkbox
            id={`${id}-${scope}`}
            ref={index === 0 ? field.ref : undefined}
            checked={field.value.includes(scope)}
            aria-invalid={error !== undefined}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
          <label htmlFor={`${id}-${scope}`}>
            <code className="font-mono font-medium">{scope}</code>
            <span className="text-muted"> {scopeText(scope)}</span>
          </label>
        </div>
      ))}
      <FieldTexts id={id} error={error} />
    </fieldset>
  );
}
