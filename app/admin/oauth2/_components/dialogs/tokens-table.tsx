import { Breakable } from '#components/ui/data/breakable.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { SkeletonRows } from '#components/ui/tables/table-states.tsx';
import { Time } from '#components/ui/data/time.tsx';
import type { OAuthTokenView } from '#lib/oauth/views.ts';
import { texts } from '../list/texts.ts';

const COLUMNS = ['Type', 'Token Prefix', 'User ID', 'Scopes', 'Expires'];
const SHOWN = 9;

type Revoke = (token: OAuthTokenView) => void;
type TokensTableProps = { tokens: readonly OAuthTokenView[] | undefined; isBusy: boolean; onRevoke: Revoke };

export function TokensTable({ tokens, isBusy, onRevoke }: TokensTableProps) {
  return (
    <Table caption="Tokens" isCaptionHidden isBusy={isBusy}>
      <TableHead>
        {COLUMNS.map((name) => (
          <HeaderCell key={name}>{name}</HeaderCell>
        ))}
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {tokens ? (
          tokens.map((token) => (
            <TokenRow
              key={`${token.type} ${token.token_prefix} ${token.user_id} ${token.expires_at}`}
              token={token}
              onRevoke={onRevoke}
            />
          ))
        ) : (
          <SkeletonRows columns={COLUMNS.length + 1} rows={4} />
        )}
      </TableBody>
    </Table>
  );
}

function TokenRow({ token, onRevoke }: { token: OAuthTokenView; onRevoke: Revoke }) {
  const { type, token_prefix: prefix, user_id: userId, user_email: email, scopes, expires_at: expiresAt } = token;
  return (
    <Row>
      <RowHeader>
        <Badge tone={type === 'access' ? 'info' : 'neutral'}>{type}</Badge>
      </RowHeader>
      <Cell label="Token Prefix">
        <code className="font-mono text-small">{prefix}…</code>
      </Cell>
      <Cell label="User ID">
        <Copyable value={userId} shown={SHOWN} label={`Copy user ID ${userId}`} copiedText={texts.copied} />
        {email && (
          <span className="block wrap-anywhere text-muted">
            <Breakable text={email} />
          </span>
        )}
      </Cell>
      <Cell label="Scopes">
        <span className="font-mono text-small">{scopes.join(' ')}</span>
      </Cell>
      <Cell label="Expires">
        <Time at={new Date(expiresAt * 1000)} />
      </Cell>
      <Cell>
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-label={`Revoke ${type} token ${prefix}`}
          onClick={() => onRevoke(token)}
        >
          Revoke
        </Button>
      </Cell>
    </Row>
  );
}
