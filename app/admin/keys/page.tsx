import { ArrowLeft } from 'lucide-react';
import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/base/paths.ts';
import { FuzzyKeyListQuery, listFuzzyKeys } from '#lib/fuzzy-keys/console/list.ts';
import { getRanks } from '#lib/fuzzy-keys/queries.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { listUsageRanking, UsageRankingQuery } from '#lib/usage/ranking/ranking.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { FirstLists, listAt, listOf, savedViewsOf } from '../_components/lists/first-lists.tsx';
import { GenerateKeyButton } from './_components/dialogs/generate-key-button.tsx';
import { KEY_RANKING, KEY_RANKS, keysList, rankingQuery } from './_components/list/keys-list.ts';
import { KeysScreen } from './_components/list/keys-screen.tsx';
import { texts } from './_components/list/keys-texts.ts';
import { RefreshKeys } from './_components/list/refresh-keys.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Fuzzy Keys Management', robots: { index: false } };

export default async function AdminKeysPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const view = keysList.load(query);
  const lists = [
    listAt(keysList, FuzzyKeyListQuery, listFuzzyKeys, query),
    { key: KEY_RANKS, ask: getRanks },
    savedViewsOf('keys'),
    ...(view.overview ? [listOf(KEY_RANKING, UsageRankingQuery, listUsageRanking, rankingQuery(view))] : []),
  ];
  return (
    <AdminPage
      path={addressOf(paths.adminKeys, query)}
      title="Fuzzy Keys Management"
      loadFailure={texts.loadFailed}
      actions={
        <>
          <a href={paths.admin} className={buttonClass({ variant: 'secondary' })}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to users
          </a>
          <RefreshKeys />
          <GenerateKeyButton />
        </>
      }
    >
      <FirstLists lists={lists}>
        <KeysScreen />
      </FirstLists>
    </AdminPage>
  );
}
