import { describe, expect, test } from '@jest/globals';
import { differencesOf, mergedForm, overlapping } from '#web/form/document/conflict.ts';
import type { DocumentModel } from '#web/form/document/model.ts';

/** A minimal document: two header fields, a total, and the lines that sum up to it. */
interface Order {
  supplier: string;
  note: string;
  total: string;
  lines: string[];
}

const model: Pick<DocumentModel<{ id: string; version: number }, Order>, 'fields' | 'together' | 'mergeTogether'> = {
  fields: [
    { field: 'supplier', label: 'Fornecedor', text: ({ supplier }) => supplier },
    { field: 'note', label: 'Observação', text: ({ note }) => note },
    { field: 'total', label: 'Total', text: ({ total }) => total },
    { field: 'lines', label: 'Itens', text: ({ lines }) => lines.join('; ') },
  ],
  together: ['total', 'lines'],
  // A line added by the other user stays in either case.
  mergeTogether: (merged, before, theirs) => ({
    ...merged,
    lines: [...merged.lines, ...theirs.lines.filter((line) => !before.lines.includes(line))],
  }),
};

const opened: Order = { supplier: 'Areal', note: '', total: '30.00', lines: ['areia 10.00', 'brita 20.00'] };

describe('A document that another user stored first', () => {
  test('shows their changes next to the old and the typed values, in the order of the form', () => {
    const mine = { ...opened, supplier: 'Pedreira', note: 'entregar cedo' };
    const theirs = { ...opened, supplier: 'Areal Novo', total: '35.00', lines: ['areia 15.00', 'brita 20.00'] };
    expect(differencesOf(model.fields, opened, mine, theirs)).toEqual([
      { label: 'Fornecedor', before: 'Areal', theirs: 'Areal Novo', mine: 'Pedreira' },
      { label: 'Total', before: '30.00', theirs: '35.00', mine: null },
      { label: 'Itens', before: 'areia 10.00; brita 20.00', theirs: 'areia 15.00; brita 20.00', mine: null },
    ]);
  });

  test('keeps the typed fields, and takes fields that only they changed', () => {
    const mine = { ...opened, note: 'entregar cedo' };
    const theirs = { ...opened, supplier: 'Areal Novo', total: '35.00', lines: ['areia 15.00', 'brita 20.00'] };
    expect(mergedForm(model, opened, mine, theirs)).toEqual({
      supplier: 'Areal Novo',
      note: 'entregar cedo',
      total: '35.00',
      lines: ['areia 15.00', 'brita 20.00'],
    });
  });

  test('merges dependent fields together: a typed line keeps its total, and keeps their added line', () => {
    const mine = { ...opened, total: '32.00', lines: ['areia 12.00', 'brita 20.00'] };
    const theirs = { ...opened, total: '35.00', lines: ['areia 10.00', 'brita 20.00', 'cal 5.00'] };
    expect(mergedForm(model, opened, mine, theirs)).toEqual({
      supplier: 'Areal',
      note: '',
      total: '32.00',
      lines: ['areia 12.00', 'brita 20.00', 'cal 5.00'],
    });
  });

  test('keeps the typed value of a field that both changed', () => {
    const [mine, theirs] = [
      { ...opened, supplier: 'Pedreira' },
      { ...opened, supplier: 'Areal Novo' },
    ];
    expect(mergedForm(model, opened, mine, theirs)).toEqual({ ...opened, supplier: 'Pedreira' });
  });
});

describe('Two changes of one document', () => {
  test.each([
    ['different fields', { note: 'cedo' }, { supplier: 'Pedreira' }, false],
    ['the same field, to different values', { note: 'cedo' }, { note: 'tarde' }, true],
    ['the same field, to the same value', { note: 'cedo' }, { note: 'cedo' }, false],
    ['a field, and one that depends on it', { total: '35.00' }, { lines: ['areia 15.00', 'brita 20.00'] }, true],
    ['a field, and dependent ones', { note: 'cedo' }, { total: '35.00', lines: ['areia 15.00', 'brita 20.00'] }, false],
    ['nothing on one side', {}, { supplier: 'Pedreira' }, false],
  ])('of %s', (_what, mine, theirs, expected) => {
    expect(overlapping(model, opened, { ...opened, ...mine }, { ...opened, ...theirs })).toBe(expected);
  });
});
