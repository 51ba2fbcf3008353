/** What the table of personal data says about the export: the columns to read, their types, and how a row is written. */
import { z } from 'zod';
import { PERSONAL_COLUMNS, type PersonalTable } from '#lib/users/personal-data.ts';

export type Row = Readonly<Record<string, unknown>>;
type Exported = { name: string; field: string; type: z.ZodType };

const exportedColumns = (table: PersonalTable): Exported[] =>
  PERSONAL_COLUMNS.flatMap(({ column, as = column, field = toCamelCase(column), type, ...of }) =>
    of.table === table && type ? [{ name: as, field, type }] : [],
  );
const toCamelCase = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The `select` of the table's exported columns. */
export const columnsOf = (table: PersonalTable): Record<string, true> =>
  Object.fromEntries(exportedColumns(table).map(({ field }) => [field, true]));

/** A row of the table in the export. Strict: any other field is an error. */
export const rowOf = (table: PersonalTable, further: Record<string, z.ZodType> = {}) =>
  z.strictObject<Record<string, z.ZodType>>({
    ...Object.fromEntries(exportedColumns(table).map(({ name, type }) => [name, type])),
    ...further,
  });

/** A row as the export writes it, with its columns' names and numbers that JSON can hold. */
export const toRow = (table: PersonalTable, row: Row): Row =>
  Object.fromEntries(
    exportedColumns(table).map(({ name, field }) => {
      const value = row[field];
      return [name, typeof value === 'bigint' ? Number(value) : value];
    }),
  );
