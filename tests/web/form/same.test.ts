import { expect, test } from '@jest/globals';
import { same } from '#web/form/same.ts';

const line = (price: string) => ({ key: 'l1', item: { id: '7', label: 'Cimento' }, price, note: null });

test.each([
  ['equal texts', 'a', 'a', true],
  ['a text and nothing', '', null, false],
  ['nothing typed and nothing there', '', undefined, false],
  ['equal lines', [line('1.00')], [line('1.00')], true],
  ['a line with another price', [line('1.00')], [line('1.01')], false],
  [
    'a line with another item, deep inside',
    [line('1.00')],
    [{ ...line('1.00'), item: { id: '8', label: 'Cimento' } }],
    false,
  ],
  ['a line more', [line('1.00')], [line('1.00'), line('1.00')], false],
  ['a line less', [line('1.00'), line('1.00')], [line('1.00')], false],
  ['lines in another order', [line('1.00'), line('2.00')], [line('2.00'), line('1.00')], false],
  ['no lines and no object', [], {}, false],
  ['nothing and an object', null, {}, false],
  ['an absent hint and an undefined one', { id: '7' }, { id: '7', hint: undefined }, true],
  ['an absent hint and one that is there', { id: '7' }, { id: '7', hint: 'CNPJ' }, false],
])('Two values of a form differ: %s', (_name, a: unknown, b: unknown, equal) => {
  expect([same(a, b), same(b, a)]).toEqual([equal, equal]);
});

test('A restored draft equals the stored form', () => {
  const form = {
    supplier: { id: '3', label: 'Areal', hint: undefined },
    note: '',
    lines: [line('1.00'), line('2.50')],
  };
  const kept: unknown = JSON.parse(JSON.stringify(form));
  expect([same(form, kept), same(kept, form)]).toEqual([true, true]);
});
