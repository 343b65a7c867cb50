import { describe, expect, test } from '@jest/globals';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { setCount, setDays, setFields } from '#web/purchase/orders/page/edits.ts';
import { figuresOf, installmentsOf } from '#web/purchase/orders/page/figures.ts';
import type { OrderForm } from '#web/purchase/orders/page/form.ts';
import { formOf, readTerms } from '#web/purchase/orders/page/model.ts';
import { inputOf, orderDocument } from '#web/purchase/orders/page/orderDocument.ts';
import { candidateOf, pastedLines, pastedValues } from '#web/purchase/orders/page/paste.ts';

const line: OrderDetailsFragment['requirementLineList'][number] = {
  ...{
    id: '1',
    product: { id: '7', code: '0101', name: 'Cimento' },
    description: null,
    unit: { id: '3', acronyms: 'sc' },
  },
  ...{ unitFactor: '50', quantity: '100.0000', price: '39.9000', total: '3990.00', brand: null },
  ...{ costEstimateGroup: null, canceled: false, closed: false, received: false },
  ...{
    receivedQuantity: '0.0000',
    returnedQuantity: '0.0000',
    canceledQuantity: '0.0000',
    missingQuantity: '100.0000',
  },
};
/** An order of 3.990,00 with 100,00 of IPI that an invoice names: 4.090,00. */
const orderOf = (
  installmentList: { dueDate: string; grossValue: string }[],
  payAfterDay: number,
): OrderDetailsFragment => ({
  ...{ id: '5', type: 'ORDER', state: 'ORDERED', document: 'PC-0005', company: { id: '1', name: 'Ipê' } },
  ...{ building: { id: '2', name: 'Vila' }, supplier: { id: '9', name: 'Depósito' }, category: null, buyer: null },
  ...{ paymentMethod: null, notes: null, createdDate: '2026-11-20', delivery: { date: '2026-11-30' } },
  requirement: { payment: { payAfterBase: 'DELIVERY', payAfterDay, installmentList } },
  ...{ requirementLineList: [line], deliveries: [], shippingRate: '0.00', discount: '0.00', ipi: '2.0000' },
  ...{ ipiAmount: '100.00', linesValue: '3990.00', ipiValue: '100.00', grossValue: '4090.00', invoicedValue: '0.00' },
  ...{ expense: null, canUndoDeliveries: true, supplierEmail: null, approval: null, dispatch: null },
  ...{ updatedAt: '2026-11-20T15:00:00Z', version: 1 },
});
const shown = (form: OrderForm) => installmentsOf(form, figuresOf(form).grossValue);

describe('The terms of a stored order', () => {
  const equal = [
    { dueDate: '2026-12-28', grossValue: '2045.00' },
    { dueDate: '2027-01-11', grossValue: '2045.00' },
  ];
  const unequal = [
    { dueDate: '2026-12-28', grossValue: '409.00' },
    { dueDate: '2026-12-28', grossValue: '3681.00' },
  ];

  test('are days of equal values', () => {
    const form = formOf(orderOf(equal, 28));
    expect(form.terms).toEqual({ days: [28, 42], base: 'DELIVERY', weights: null });
    expect(shown(form)).toEqual(equal);
  });

  test('keep other shares, which follow the value and the delivery until terms are typed', () => {
    const form = formOf(orderOf(unequal, 28));
    expect(shown(form)).toEqual(unequal);
    // 4.090,00 + 200,00 of freight, a tenth and nine tenths.
    expect(shown(setFields({ shippingRate: '200.00', deliveryDate: '2026-12-01' })(form))).toEqual([
      { dueDate: '2026-12-29', grossValue: '429.00' },
      { dueDate: '2026-12-29', grossValue: '3861.00' },
    ]);
    expect(shown(setDays([30])(form))).toEqual([{ dueDate: '2026-12-30', grossValue: '4090.00' }]);
  });

  test('are sent when they change, and only then: days that were stored beside other dates do not move these', () => {
    const order = orderOf(unequal, 10);
    const form = formOf(order);
    expect(inputOf(setFields({ notes: 'Pela manhã' })(form), order).requirement).toBeUndefined();
    expect(inputOf(setDays([])(form), order).requirement).toEqual({
      ...{ payAfterBase: null, payAfterDay: null, installmentList: [] },
    });
    expect(inputOf(setFields({ ipiAmount: null })(form), order).requirement).toEqual({
      ...{ payAfterBase: 'DELIVERY', payAfterDay: 28 },
      // 2 % of 3.990,00 are 79,80.
      installmentList: [
        { dueDate: '2026-12-28', grossValue: '406.98' },
        { dueDate: '2026-12-28', grossValue: '3662.82' },
      ],
    });
  });

  test('are spread over a number of installments as far apart as the first two', () => {
    const form = formOf(orderOf(equal, 28));
    expect(setCount(4)(form).terms.days).toEqual([28, 42, 56, 70]);
    expect(setCount(2)(setDays([])(form)).terms.days).toEqual([30, 60]);
  });
});

test('Terms are read as days, at once, or a number of installments', () => {
  expect(['28/42 / 56', 'à vista', '3x', '2 parcelas', ''].map(readTerms)).toEqual([
    [28, 42, 56],
    [0],
    [30, 60, 90],
    [30, 60],
    [],
  ]);
  expect(['42/28', '28/', 'x', '0x', '999x'].map(readTerms)).toEqual([null, null, null, null, null]);
});

test('Refusals of the services are shown at fields of the form', () => {
  const paths = ['input.supplierId', 'buildingId', 'requirement.installmentList', 'requirementLineList.0.productId'];
  expect(
    [...paths, 'requirementLineList.2.costEstimateGroupId', 'requirementLineList'].map(orderDocument.pathOf),
  ).toEqual([...['supplier', 'building', 'terms', 'lines.0.productId', 'lines.2.stage', 'lines']]);
});

describe('A pasted table', () => {
  test('is read as code or name, quantity and price, with names and units between', () => {
    expect(pastedLines('Código\tInsumo\tQtd\n0101\tCimento\tsc\t1.234,5\tR$ 39,90\nAreia')).toEqual([
      { text: '0101', quantity: '1234.5', price: '39.90' },
      { text: 'Areia', quantity: '', price: '' },
    ]);
  });

  test('of numbers alone goes down from the cell', () => {
    expect(pastedValues('10\t40\n20\t130', 'quantity')).toEqual([
      { quantity: '10', price: '40' },
      { quantity: '20', price: '130' },
    ]);
    expect(pastedValues('10\t40', 'price')).toBeNull();
    expect(pastedValues('0101\tCimento', 'quantity')).toBeNull();
  });

  test('names a product by code, by a merged code, by its whole name, or as the only one that is found', () => {
    const one = (id: string, code: string, name: string, source: 'GO' | 'SINAPI') => ({
      ...{ id, code, name, aliases: id === '1' ? ['77'] : [], price: null, unit: null, purchaseUnit: null },
      productTable: { id: source, name: source, source },
    });
    const found = [
      one('1', '0101', 'Cimento', 'GO'),
      one('2', '0101', 'Cimento Portland', 'SINAPI'),
      one('3', '9', 'Areia', 'GO'),
      one('4', '10', 'areia', 'GO'),
    ];
    const idOf = (text: string, list = found) => {
      const answer = candidateOf(text, list);
      return typeof answer === 'string' ? answer : answer.id;
    };
    expect(['0101', '77', 'CIMENTO', 'Cimento Portland'].map((text) => idOf(text))).toEqual(['1', '1', '1', '2']);
    expect(idOf('areia')).toBe('Há 2 insumos que podem ser este. Procure o certo.');
    expect(idOf('cim', found.slice(0, 1))).toBe('1');
    expect(idOf('Pedra', [])).toBe('Insumo não encontrado. Procure o insumo ou retire a linha.');
  });
});
