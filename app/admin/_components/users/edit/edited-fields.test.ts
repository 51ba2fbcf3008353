import { describe, expect, test } from 'vitest';
import { changesOf, differences, type EditableFields } from './edited-fields.ts';

const BEFORE: EditableFields = {
  email: 'a@b.example',
  daily_limit: null,
  is_blocked: false,
  is_admin: false,
  custom_key: null,
  notes: 'old',
};

describe('changesOf (R24)', () => {
  test.each<[string, Partial<EditableFields>]>([
    ['nothing', {}],
    ['one field', { daily_limit: 0 }],
    ['a cleared field', { notes: null }],
    ['several fields', { is_blocked: true, email: 'c@d.example' }],
  ])('returns %s', (_, change) => {
    expect(changesOf(BEFORE, { ...BEFORE, ...change })).toEqual(change);
  });
});

describe('differences (R24)', () => {
  test.each<[string, Partial<EditableFields>, Partial<EditableFields>, ReturnType<typeof differences>]>([
    ['nothing if the other admin changed no field', {}, { notes: 'mine' }, []],
    [
      'a field that only the other admin changed',
      { is_blocked: true },
      { notes: 'mine' },
      [{ field: 'is_blocked', theirs: 'yes', yours: null }],
    ],
    [
      'both values of a field that both changed',
      { notes: 'theirs' },
      { notes: 'mine' },
      [{ field: 'notes', theirs: 'theirs', yours: 'mine' }],
    ],
    [
      'one value if both made the same change',
      { daily_limit: 5 },
      { daily_limit: 5 },
      [{ field: 'daily_limit', theirs: '5', yours: null }],
    ],
    [
      'a field that the other admin cleared',
      { notes: null },
      { notes: 'mine' },
      [{ field: 'notes', theirs: 'none', yours: 'mine' }],
    ],
  ])('reports %s', (_, theirs, mine, expected) => {
    expect(differences(BEFORE, { ...BEFORE, ...theirs }, { ...BEFORE, ...mine })).toEqual(expected);
  });
});
