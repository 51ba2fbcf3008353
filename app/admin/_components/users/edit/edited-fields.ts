import type { AdminUserView } from '#lib/users/views.ts';

/** The editable fields of a user, by their names in the API. */
export type EditableFields = {
  email: string | null;
  daily_limit: number | null;
  is_blocked: boolean;
  is_admin: boolean;
  custom_key: string | null;
  notes: string | null;
};

export const FIELD_LABELS: Readonly<Record<keyof EditableFields, string>> = {
  email: 'Email',
  daily_limit: 'Daily limit',
  is_blocked: 'Blocked',
  is_admin: 'Admin',
  custom_key: 'Custom key',
  notes: 'Notes',
};

/** A field that another admin changed during the edit. `yours` is null unless you entered another value. */
export type Difference = { field: keyof EditableFields; theirs: string; yours: string | null };

const NAMES = Object.keys(FIELD_LABELS) as (keyof EditableFields)[];

export const editableOf = ({ email, is_admin, custom_limits: limits }: AdminUserView): EditableFields => ({
  email,
  daily_limit: limits.daily_limit,
  is_blocked: limits.is_blocked,
  is_admin,
  custom_key: limits.custom_key,
  notes: limits.notes,
});

/** The fields that differ from `before`. Only these are sent, so no other admin's change is overwritten (R24). */
export const changesOf = (before: EditableFields, after: EditableFields): Partial<EditableFields> =>
  Object.fromEntries(NAMES.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]));

/** The fields that another admin changed during the edit, with both values. */
export function differences(before: EditableFields, theirs: EditableFields, yours: EditableFields): Difference[] {
  return NAMES.filter((field) => before[field] !== theirs[field]).map((field) => ({
    field,
    theirs: valueText(theirs[field]),
    yours: before[field] === yours[field] || yours[field] === theirs[field] ? null : valueText(yours[field]),
  }));
}

const valueText = (value: string | number | boolean | null): string =>
  value === null ? 'none' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
