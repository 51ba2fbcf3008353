'use client';

import { useQuery } from '@tanstack/react-query';
import { Time } from '#components/ui/data/time.tsx';
import { Mark } from '#components/ui/look/mark.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import type { LastRequestView } from '#lib/usage/views.ts';
import { lightOf, waitMs, type Light } from './last-request.ts';

/** When the user's key was last used. Polls while the page is visible. */
export const useLastRequest = () =>
  useQuery({
    queryKey: ['last-request'],
    queryFn: () => callApi('GET /account/api/last-request'),
    refetchInterval: ({ state }) => waitMs(state.data, state.dataUpdateCount + state.errorUpdateCount),
  });

/** `hasMessage`: the page shows the test message, so that no link to it is needed. */
type LastRequestProps = { hasMessage?: boolean | undefined };

/** A light that turns green when the first request with the user's key arrives, and whether a message matched. */
export function LastRequest({ hasMessage = false }: LastRequestProps) {
  const { data, isError, dataUpdatedAt } = useLastRequest();
  if (data && !data.has_key) return null;
  const light = data ? lightOf(data, dataUpdatedAt) : 'waiting';
  return (
    <div className="flex min-h-12 items-center gap-3 rounded-md border bg-surface px-4 py-3 text-small">
      <Mark state={light} className="size-8 shrink-0" />
      <p role="status" className="sr-only">
        {data && SAID[light]}
        {data?.first_match && ' A message matched.'}
      </p>
      {data ? (
        <Words last={data} light={light} hasMessage={hasMessage} />
      ) : (
        <p>{isError ? FAILED : 'Looking for requests...'}</p>
      )}
    </div>
  );
}

/** Announced instead of the visible text, whose time changes each minute: only a change of the light is announced. */
const SAID: Readonly<Record<Light, string>> = {
  waiting: 'Waiting for the first request.',
  working: 'Requests with your key arrive.',
  silent: 'No requests with your key for some hours.',
};
const FAILED = 'Could not check whether requests arrive. Trying again automatically.';

function Words({ last, light, hasMessage }: LastRequestProps & { last: LastRequestView; light: Light }) {
  if (last.at === null)
    return (
      <p>
        <strong className="font-medium">Waiting for the first request.</strong>{' '}
        <span className="text-muted">The light turns green when one of your servers has used the key.</span>
      </p>
    );
  return (
    <div>
      <Hello last={last} isSilent={light === 'silent'} />
      <p className="text-muted">
        {last.first_match ? <FirstMatch match={last.first_match} /> : <NoMatchYet hasMessage={hasMessage} />}
      </p>
    </div>
  );
}

/** That requests arrive, and at which storage hosts. */
export function Hello({
  last: { at, server, servers },
  isSilent = false,
}: {
  last: LastRequestView;
  isSilent?: boolean;
}) {
  if (at === null) return null;
  return (
    <>
      <p>
        <strong className="font-medium">{isSilent ? 'Silent.' : 'It works.'}</strong> Last request{' '}
        <Time at={new Date(at)} />
        {server && ` at ${server}`}.
      </p>
      <Servers names={servers} />
    </>
  );
}

/** The storage hosts that were asked within a day. */
function Servers({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="text-muted">
      {names.length} storage {names.length === 1 ? 'host' : 'hosts'} asked within 24 hours: {names.join(', ')}.
    </p>
  );
}

export const FirstMatch = ({ match }: { match: NonNullable<LastRequestView['first_match']> }) => (
  <>
    First match <Time at={new Date(match.at)} />
    {match.server && ` at ${match.server}`}
    {match.list && `, ${match.list} list`}.
  </>
);

function NoMatchYet({ hasMessage }: LastRequestProps) {
  if (hasMessage) return 'No match yet: send the test message.';
  return (
    <>
      No match yet:{' '}
      <Acts instead="send the test message">
        <a href={`${paths.setup}#test-message`} className="text-ink underline underline-offset-4">
          send the test message
        </a>
      </Acts>
      .
    </>
  );
}
