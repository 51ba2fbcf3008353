'use client';

import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/table.tsx';
import { LONG_TEXT, LONG_WORD } from './samples.ts';

/** A form that can be edited, saved or discarded. */
export function DemoForm({ onDone }: { onDone: () => void }) {
  const id = useId();
  return (
    <form
      aria-label="Edit key"
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <Field id={`${id}-email`} label="Email">
        <Input id={`${id}-email`} type="email" defaultValue="ada@example.com" />
      </Field>
      <Field id={`${id}-rank`} label="Rank">
        <Select id={`${id}-rank`} options={['0', '20', '50'].map((value) => ({ value, label: value }))} />
      </Field>
      <Button type="submit" size="lg" className="w-full">
        Save
      </Button>
    </form>
  );
}

/** More text than fits on a screen. */
export function DemoText() {
  return (
    <div className="mt-8 space-y-4 text-small">
      {Array.from({ length: 8 }, (_, index) => (
        <p key={index}>{LONG_TEXT}</p>
      ))}
    </div>
  );
}

export function DemoKeys() {
  return (
    <Table caption="Usage of 20 keys" isCaptionHidden>
      <TableHead>
        <HeaderCell>Description</HeaderCell>
        <HeaderCell isNumeric>Last Day</HeaderCell>
        <HeaderCell isNumeric>Daily Limit</HeaderCell>
      </TableHead>
      <TableBody>
        {Array.from({ length: 20 }, (_, index) => (
          <Row key={index}>
            <RowHeader>{index === 0 ? LONG_WORD : `mx${index}.example.com`}</RowHeader>
            <Cell label="Last Day" isNumeric>
              {(index * 1234).toLocaleString('en-US')}
            </Cell>
            <Cell label="Daily Limit" isNumeric>
              60,000
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
