import { describe, expect, test } from '@jest/globals';
import type { KeptDraft } from '#web/form/useDraft.ts';
import { workingDays } from '#web/home/myDay/days.ts';
import { draftRows } from '#web/home/myDay/drafts.ts';

describe('The days of a day', () => {
  test.each([
    ['a Monday', '2026-11-16', '2026-11-17', '2026-11-22', true],
    ['a Friday', '2026-11-20', '2026-11-21', '2026-11-22', true],
    ['a Saturday', '2026-11-21', '2026-11-22', '2026-11-22', true],
    ['a Sunday', '2026-11-22', '2026-11-23', '2026-11-22', false],
    ['a Thursday before a new year', '2026-12-31', '2027-01-01', '2027-01-03', true],
  ])('go on to the Sunday of the week on %s', (_name, today, tomorrow, sunday, weekGoesOn) => {
    expect(workingDays(today)).toEqual({ today, tomorrow, sunday, weekGoesOn });
  });
});

describe('The drafts of a browser', () => {
  const everything = () => true;
  const draft = (key: string, form: object, more: Partial<KeptDraft> = {}): KeptDraft => ({
    key,
    savedAt: '2026-11-20T15:04:00.000Z',
    value: { form, saved: {}, version: 0 },
    ...more,
  });
  const rowsOf = (...drafts: KeptDraft[]) =>
    draftRows(drafts, '7', everything).map(({ to, name, about, value }) => [to, name, about, value]);

  test('say what they are, whose they are and what they cost, and lead to their forms', () => {
    expect(
      rowsOf(
        draft(
          'transaction.DEBIT.new',
          { partner: { id: '3', label: 'Cimento Sul' }, description: 'Cimento', grossValue: '1250.00' },
          { companyId: '7' },
        ),
        draft('transaction.CREDIT.41', { partner: null, description: 'Medição 4', grossValue: '' }, { companyId: '7' }),
        draft('order.7.new', { supplier: { id: '9', label: 'Madeireira' } }),
        draft('partner.SUPPLIER.12', { name: 'Areia Norte' }),
        draft('brand.new', { name: ' ' }),
      ),
    ).toEqual([
      ['/home/forms/transactions/outcome?id=new', 'Cimento Sul', 'Nova despesa · guardado às 12:04', '1250.00'],
      ['/home/forms/transactions/income?id=41', 'Medição 4', 'Receita em edição · guardado às 12:04', null],
      ['/home/forms/purchase/orders-and-receipts?id=new', 'Madeireira', 'Novo pedido · guardado às 12:04', null],
      ['/home/forms/supplier?id=12', 'Areia Norte', 'Fornecedor em edição · guardado às 12:04', null],
      ['/home/forms/product-brand?id=new', 'Nova marca', 'guardado às 12:04', null],
    ]);
  });

  test('of another company, of unknown forms and of what an address does not open are left out', () => {
    expect(
      rowsOf(
        draft('transaction.DEBIT.new', {}, { companyId: '8' }),
        draft('transaction.DEBIT.5', {}),
        draft('order.8.new', {}),
        draft('order.7.kx3f.new', {}),
        draft('costEstimate.4', {}),
        draft('brand.x', {}),
        draft('brand.new?x=1', {}),
        draft('new', {}),
      ),
    ).toEqual([]);
  });

  test('of screens that the person may not enter are left out', () => {
    const drafts = [draft('transaction.DEBIT.new', {}, { companyId: '7' }), draft('order.7.new', {})];
    const buyer = draftRows(
      drafts,
      '7',
      (rule) => typeof rule === 'object' && 'anyOf' in rule && rule.anyOf.includes('PURCHASE'),
    );
    expect(buyer.map(({ id }) => id)).toEqual(['order.7.new']);
  });

  test('with a broken form are still there to be opened or discarded', () => {
    expect(rowsOf(draft('task.3', {}, { value: 'nonsense' }))).toEqual([
      ['/home/forms/task?id=3', 'Composição em edição', 'guardado às 12:04', null],
    ]);
  });
});
