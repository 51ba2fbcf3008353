'use client';

import { useServers } from '#components/account/usage/servers.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { paths } from '#lib/base/paths.ts';
import { countOf } from '#lib/base/text/format.ts';
import { SOURCE_DAYS } from '#lib/sources/schema.ts';

/** How many hosts used the key, with a link to their list. Renders nothing if no storage host reports them. */
export function ServersLine() {
  const { data } = useServers();
  if (!data || (!data.is_reported && data.servers.length === 0)) return null;
  const { length } = data.servers;
  return (
    <p id="servers" className="text-small text-muted">
      {length === 0
        ? `None of your servers has used the key in the last ${SOURCE_DAYS} days.`
        : `${countOf(length, 'server')} of yours used the key in the last ${SOURCE_DAYS} days.`}{' '}
      <Acts instead="Your servers">
        <a href={paths.servers} className="text-ink underline underline-offset-4">
          Your servers
        </a>
      </Acts>
    </p>
  );
}
