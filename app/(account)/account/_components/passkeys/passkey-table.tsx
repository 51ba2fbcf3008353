'use client';

import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { PasskeyView } from '#lib/auth/views.ts';
import { ActivityHeaders, ActivityCells } from '../activity-cells.tsx';

type Action = (passkey: PasskeyView) => void;
type PasskeyTableProps = { passkeys: PasskeyView[]; onRename: Action; onRemove: Action };

export function PasskeyTable({ passkeys, onRename, onRemove }: PasskeyTableProps) {
  return (
    <Table caption="Passkeys" isCaptionHidden>
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <ActivityHeaders />
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {passkeys.map((passkey) => (
          <Row key={passkey.id}>
            <RowHeader>
              <span className="inline-block min-w-32 wrap-anywhere">{passkey.name}</span>
            </RowHeader>
            <ActivityCells of={passkey} />
            <Cell isNumeric>
              <Menu label={`Actions for ${passkey.name}`}>
                <MenuItem onSelect={() => onRename(passkey)}>Rename</MenuItem>
                <MenuItem isDanger onSelect={() => onRemove(passkey)}>
                  Remove
                </MenuItem>
              </Menu>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
