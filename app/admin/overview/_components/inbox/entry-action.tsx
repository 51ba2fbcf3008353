'use client';

import { Mail } from 'lucide-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import type { InboxEntryView } from '#lib/admin/inbox/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { countOf } from '#lib/base/text/format.ts';
import { letterOf, mailto, placeOf, raiseText } from './entry-text.ts';
import { INBOX } from './inbox-query.ts';

type EntryActionProps = { entry: InboxEntryView; site: string };

/** The one action that helps most. */
export function EntryAction({ entry, site }: EntryActionProps) {
  if (entry.kind === 'jobs') return <RunAgain entry={entry} />;
  if (entry.alert_id !== null) return <Resolve id={entry.alert_id} name={entry.name} />;
  const letter = letterOf(entry, site);
  const email = entry.user?.email;
  if (letter && email) return <ActionLink href={mailto(email, letter)} text={actionText(entry)} entry={entry} />;
  if (entry.stripe_url) return <ActionLink href={entry.stripe_url} text="Open in Stripe" entry={entry} inNewTab />;
  if (entry.user && SEEN_IN_USAGE.includes(entry.kind))
    return <ActionLink href={usageOf(entry.kind, entry.user.id)} text="See usage" entry={entry} />;
  if (entry.kind === 'spread') return <ActionLink href={placeOf(entry)} text="See networks" entry={entry} />;
  return <ActionLink href={placeOf(entry)} text={entry.kind === 'hosts' ? 'Open host' : 'Open'} entry={entry} />;
}

/** A silent key has an empty last day: the month shows when it fell silent. */
const usageOf = (kind: InboxEntryView['kind'], userId: string): string =>
  withQuery(paths.adminUserUsage(userId), { period: kind === 'silent' ? '720h' : undefined });

const SEEN_IN_USAGE: readonly InboxEntryView['kind'][] = ['over', 'silent'];

function actionText({ kind, raise, reason }: InboxEntryView): string {
  if (kind === 'over' && raise) return `Suggest ${raiseText(raise)}`;
  if (kind === 'leaving') return reason ? 'Write email' : 'Ask why';
  return 'Send link';
}

type ActionLinkProps = { href: string; text: string; entry: InboxEntryView; inNewTab?: boolean };

function ActionLink({ href, text, entry, inNewTab = false }: ActionLinkProps) {
  return (
    <a
      href={href}
      title={href.startsWith('mailto:') ? 'Opens your mail program with a draft' : undefined}
      className={buttonClass({ variant: 'secondary', size: 'sm' })}
      aria-label={`${text}: ${entry.name}`}
      {...(inNewTab && { target: '_blank', rel: 'noreferrer' })}
    >
      {href.startsWith('mailto:') && <Mail aria-hidden="true" className="size-4" />}
      {text}
    </a>
  );
}

function RunAgain({ entry: { name } }: { entry: InboxEntryView }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => asAdmin(callApi('POST /admin/api/jobs/run-again', { body: { queue: name } })),
    onSuccess: ({ run_again: count }) => toast.success(`${countOf(count, 'job')} of ${name} started again.`),
    onError: (error) => toast.error(`Failed to run again: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: INBOX }),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Run again: ${name}`}
      disabled={isPending}
      onClick={() => mutate()}
    >
      Run again
    </Button>
  );
}

function Resolve({ id, name }: { id: string; name: string }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => asAdmin(callApi('POST /admin/api/billing/alerts/{id}/resolve', { params: { id } })),
    onSuccess: () => toast.success('Marked as resolved.'),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: INBOX }),
  });
  return (
    <Button variant="secondary" size="sm" aria-label={`Resolve: ${name}`} disabled={isPending} onClick={() => mutate()}>
      Resolve
    </Button>
  );
}
