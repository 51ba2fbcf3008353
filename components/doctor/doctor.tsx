'use client';

import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { commands } from '#lib/base/promises.ts';
import { CheckAnyConnectionInput } from '#lib/doctor/schema.ts';
import type { CheckedHost, ConnectionCheck, DoctorView } from '#lib/doctor/views.ts';
import { type Asker, useCheck, useDoctor } from './use-doctor.ts';
import { verdictText } from './verdict-text.ts';

/** Asks the storage hosts which requests they get from an address, and says what is wrong and what to do. */
export function Doctor({ asker }: { asker: Asker }) {
  return (
    <QueryResult
      query={useDoctor(asker)}
      skeleton={<Skeleton className="h-40 noscript:hidden" />}
      failure={(error, retry) => <ErrorCard text="The check is not available." error={error} onRetry={retry} />}
    >
      {(doctor) => (
        <div className="space-y-4">
          {doctor.has_key ? (
            <div className="max-w-md">
              <Ask asker={asker} doctor={doctor} />
            </div>
          ) : (
            <NoKey />
          )}
          {doctor.check && <Check key={doctor.check.asked_at} check={doctor.check} asker={asker} />}
        </div>
      )}
    </QueryResult>
  );
}

const NoKey = () => <p className="max-w-measure text-muted">You have no key that they could look for.</p>;

function Ask({ asker, doctor }: { asker: Asker; doctor: DoctorView }) {
  const check = useCheck(asker);
  const api = useApiForm(CheckAnyConnectionInput, check);
  const own = doctor.own_address ?? undefined;
  return (
    <ApiForm api={api} action={`/${asker === 'admin' ? 'admin' : 'account'}/api/doctor`} label="Check a connection">
      <FormFailure failure={api.failure} />
      <TextField
        name="address"
        label="IP address of the mail server"
        hint={
          asker === 'admin'
            ? 'Any address. The audit log records it.'
            : `The address of this page (${own ?? 'unknown'}), or one that has used your key.`
        }
        defaultValue={doctor.check?.address ?? (asker === 'owner' ? own : undefined)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {asker === 'admin' && (
        <TextField
          name="key"
          label="Key"
          hint="Optional: a public key or key id, or its first 12 characters. Leave it empty to list the keys that the address used."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {/* The verdict below is what matters once there is one. */}
      <SubmitButton place="start" busyText="Asking..." variant={doctor.check ? 'secondary' : 'primary'}>
        {doctor.check ? 'Check again' : 'Check the connection'}
      </SubmitButton>
    </ApiForm>
  );
}

function Check({ check, asker }: { check: ConnectionCheck; asker: Asker }) {
  const isWaiting = check.verdict === null && check.is_open && check.hosts.some(mayAnswer);
  return (
    <div className="space-y-4">
      {isWaiting ? <Waiting check={check} /> : <Verdict check={check} asker={asker} />}
      <Hosts hosts={check.hosts} isOpen={check.is_open} />
      <p className="text-small text-muted">
        Last check of <span className="font-mono">{check.address}</span>: <Time at={new Date(check.asked_at)} />. The
        address is deleted an hour later.
      </p>
      {check.keys.length > 0 && <UsedKeys keys={check.keys} />}
    </div>
  );
}

const mayAnswer = ({ state }: CheckedHost) => state !== 'silent' && state !== 'old_agent';

function Waiting({ check }: { check: ConnectionCheck }) {
  // What arrives before a host's first answer is not compared: it counts as before.
  if (check.hosts.some(({ state }) => state === 'waiting'))
    return (
      <Alert tone="info" text="The hosts begin to watch within 10 seconds.">
        <p>Wait until no host says Waiting, and then send a message through the mail server.</p>
      </Alert>
    );
  return (
    <Alert tone="info" text="The hosts watch for a minute. Send a message through the mail server now.">
      <p>
        Each host answers every 10 seconds. Any message will do, or{' '}
        <code className="font-mono">{commands.fuzzyPing}</code> on {check.address}.
      </p>
    </Alert>
  );
}

function UsedKeys({ keys }: { keys: ConnectionCheck['keys'] }) {
  return (
    <div className="space-y-2">
      <h3 id="used-keys" className="label-mono">
        Keys that the address used
      </h3>
      <ul aria-labelledby="used-keys" className="divide-y rounded-md border text-small">
        {keys.map(({ key_id: id, description, state }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
            <span className="wrap-anywhere">{description ?? 'Not a key of this portal'}</span>
            <span className="font-mono text-muted">
              {id}, {state}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Verdict({ check, asker }: { check: ConnectionCheck; asker: Asker }) {
  const { tone, title, next, link, command } = verdictText(check, asker);
  return (
    <>
      <Alert tone={tone} text={title}>
        <p>
          {next}{' '}
          {link && (
            <a href={link.href} className="font-medium underline underline-offset-4">
              {link.text}
            </a>
          )}
        </p>
      </Alert>
      {command && <CodeBlock title={command.title} code={command.code} />}
    </>
  );
}

const TONES: Partial<Record<CheckedHost['state'], 'good' | 'bad' | 'warning'>> = {
  works: 'good',
  hidden: 'good',
  reached: 'good',
  wrong_key: 'bad',
  suspended: 'bad',
  replaced: 'bad',
  over_rate: 'bad',
  in_clear: 'warning',
  not_loaded: 'warning',
  late: 'warning',
  silent: 'warning',
  old_agent: 'warning',
};

/** What each host has seen from the address since it was asked. */
function Hosts({ hosts, isOpen }: { hosts: readonly CheckedHost[]; isOpen: boolean }) {
  return (
    <ul aria-label="Storage hosts" aria-busy={isOpen} className="divide-y rounded-md border text-small">
      {hosts.map((host) => (
        <li key={host.name} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
          <span className="min-w-0 basis-full font-mono wrap-anywhere sm:flex-1 sm:basis-0">
            {host.server ?? host.name}
          </span>
          <span className="order-last text-muted sm:order-none">{countsText(host)}</span>
          <Badge tone={TONES[host.state]}>{hostWord(host.state, isOpen)}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** The counts that are not 0: `3 checked, 1 found`. */
function countsText({ checked, hits, errors, undecrypted }: CheckedHost): string {
  const parts = [
    [checked, 'checked'],
    [hits, 'found'],
    [errors, 'refused'],
    [undecrypted ?? 0, 'with an unknown key'],
  ] as const;
  return parts.flatMap(([count, what]) => (count > 0 ? [`${count.toLocaleString('en')} ${what}`] : [])).join(', ');
}

/** The state of one host in a word. */
const hostWord = (state: CheckedHost['state'], isOpen: boolean): string =>
  HOST_WORDS[state] ?? (isOpen ? 'Nothing yet' : 'Nothing');

const HOST_WORDS: Partial<Record<CheckedHost['state'], string>> = {
  waiting: 'Waiting',
  late: 'No answer in time',
  silent: 'Not reporting',
  old_agent: 'Cannot answer',
  works: 'Works',
  hidden: 'Works',
  wrong_key: 'Unknown key',
  suspended: 'Suspended',
  replaced: 'Old key',
  over_rate: 'Over the rate',
  reached: 'Ping',
  not_loaded: 'Key not there yet',
  in_clear: 'Without a key',
};
