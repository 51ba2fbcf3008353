import { Time } from '#components/ui/data/time.tsx';
import { Cell, HeaderCell } from '#components/ui/tables/table.tsx';

/** The columns that say when a passkey or a token was created, and when it was last used. */
export function ActivityHeaders() {
  return (
    <>
      <HeaderCell>Created</HeaderCell>
      <HeaderCell>Last used</HeaderCell>
    </>
  );
}

/** The cells of these columns; times are ISO 8601. */
export function ActivityCells({ of }: { of: { created_at: string; last_used_at: string | null } }) {
  return (
    <>
      <Cell label="Created">
        <Time at={new Date(of.created_at)} />
      </Cell>
      <Cell label="Last used">{of.last_used_at ? <Time at={new Date(of.last_used_at)} /> : 'Never'}</Cell>
    </>
  );
}
