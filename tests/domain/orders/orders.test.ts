/** Every expected figure is worked out by hand. */
import { describe, expect, test } from '@jest/globals';
import {
  lineValue,
  orderFigures,
  receiptFigures,
  type OrderCharges,
  type OrderLine,
} from '#domain/purchase/orders/figures.ts';
import { missingQuantity, orderState, overReceipt, proposedCharge } from '#domain/purchase/orders/receiving.ts';
import { baseDate, formatTerms, parseTerms, payAfterOf, termInstallments } from '#domain/purchase/orders/terms.ts';

const line = (quantity: string, price: string, rest: Partial<OrderLine> = {}): OrderLine => ({
  ...{ quantity, price, canceled: false, closed: false, canceledQuantity: '0', receivedQuantity: '0.0000' },
  ...rest,
});
const NO_CHARGES: OrderCharges = { shippingRate: '0.00', discount: '0.00', ipi: '0.00', ipiValue: null };

describe('The figures of an order', () => {
  test('are lines of two places, half-even, freight, IPI of both, less the discount', () => {
    // 80 × 36,80 = 2.944,00; 2,5 × 0,33 = 0,825 → 0,82; together 2.944,82. IPI 5 % of 3.124,82 = 156,241 → 156,24.
    const lines = [line('80', '36.8'), line('2.5', '0.33'), line('7', '100', { canceled: true })];
    const figures = orderFigures(lines, { ...NO_CHARGES, shippingRate: '180.00', ipi: '5', discount: '81.06' });
    expect(figures).toEqual({
      ...{ values: ['2944.00', '0.82', '0.00'], linesValue: '2944.82', ipiValue: '156.24', grossValue: '3200.00' },
      // 3.200,00 × 2.944,00 ÷ 2.944,82 = 3.199,1089… → 3.199,11; the rest 0,89.
      landed: ['3199.11', '0.89', '0.00'],
    });
    // An amount of an invoice wins.
    expect(orderFigures(lines, { ...NO_CHARGES, ipi: '5', ipiValue: '0.00' }).grossValue).toBe('2944.82');
  });

  test('count what came of a receipt, and of a closed line', () => {
    const lines = [
      line('10', '50', { receivedQuantity: '4.0000' }),
      line('5', '20', { receivedQuantity: '1.0000', closed: true }),
      line('3', '30', { receivedQuantity: '3.0000', canceled: true }),
    ];
    expect(orderFigures(lines, NO_CHARGES).grossValue).toBe('520.00');
    expect(receiptFigures(lines, NO_CHARGES).grossValue).toBe('220.00');
  });

  test.each([
    ['0.125', '1', '0.12'],
    ['0.135', '1', '0.14'],
    ['3', '0.005', '0.02'],
    ['9999999999999', '0.0001', '1000000000.00'],
  ])('%s × %s is %s', (quantity, price, value) => {
    expect(lineValue(quantity, price)).toBe(value);
  });

  test('share freight equally over lines that are worth nothing, and nothing over a discount that is too large', () => {
    const gifts = [line('1', '0'), line('1', '0'), line('1', '9', { canceled: true })];
    expect(orderFigures(gifts, { ...NO_CHARGES, shippingRate: '0.03' }).landed).toEqual(['0.02', '0.01', '0.00']);
    const figures = orderFigures([line('1', '10')], { ...NO_CHARGES, discount: '10.01' });
    expect([figures.grossValue, figures.landed]).toEqual(['-0.01', ['0.00']]);
  });
});

describe('The terms of an order', () => {
  test.each([
    // 30 days after the delivery, 40 after the order: the larger.
    ['2026-11-01', '2026-11-11', ['2026-12-11', '2027-01-10'], { payAfterBase: 'ORDER', payAfterDay: 40 }],
    // The earliest due date counts, wherever it stands.
    ['2026-11-01', null, ['2027-01-10', '2026-11-29'], { payAfterBase: 'ORDER', payAfterDay: 28 }],
    // Delivered before it was entered: 35 after the delivery, 28 after the order.
    ['2026-11-08', '2026-11-01', ['2026-12-06'], { payAfterBase: 'DELIVERY', payAfterDay: 35 }],
    ['2026-11-01', '2026-11-01', ['2026-11-01'], { payAfterBase: 'DELIVERY', payAfterDay: 0 }],
    // Paid in advance.
    ['2026-11-10', '2026-11-20', ['2026-11-05'], { payAfterBase: 'ORDER', payAfterDay: 0 }],
    ['2026-11-01', null, [], undefined],
  ] as const)('ordered %s, delivered %s, due %j: %j', (createdDate, deliveryDate, due, expected) => {
    const installments = due.map((dueDate) => ({ dueDate }));
    expect(payAfterOf(installments, { createdDate, deliveryDate })).toEqual(expected);
  });

  test.each([
    ['28 / 42 / 56', [28, 42, 56]],
    ['28/42', [28, 42]],
    ['30', [30]],
    [' 7 14 21 ', [7, 14, 21]],
    ['à vista', [0]],
    ['A VISTA', [0]],
    ['', null],
    ['30 dias', null],
    ['42 / 28', null],
    ['28 / 28', null],
    ['9999', null],
    ['-5', null],
    ['1.5', null],
  ])('"%s" is %j', (text, days) => {
    expect(parseTerms(text)).toEqual(days);
  });

  test('are read as they are written', () => {
    for (const days of [[0], [28, 42, 56], [30]]) expect(parseTerms(formatTerms(days))).toEqual(days);
  });

  test('make installments that sum to the gross value, the last with the remainder, from delivery or order', () => {
    const dates = { createdDate: '2026-11-01', deliveryDate: '2026-12-03' };
    expect(termInstallments('100.00', [28, 42, 56], baseDate('DELIVERY', dates))).toEqual([
      { dueDate: '2026-12-31', grossValue: '33.33' },
      { dueDate: '2027-01-14', grossValue: '33.33' },
      { dueDate: '2027-01-28', grossValue: '33.34' },
    ]);
    expect(baseDate('ORDER', dates)).toBe('2026-11-01');
    expect(baseDate('DELIVERY', { ...dates, deliveryDate: null })).toBe('2026-11-01');
  });
});

describe('Receiving an order', () => {
  const ordered = line('10', '1');
  const some = line('10', '1', { receivedQuantity: '0.0001' });
  const all = line('10', '1', { receivedQuantity: '10.0000' });
  const canceled = line('10', '1', { canceled: true });
  const closed = line('10', '1', { receivedQuantity: '2.0000', closed: true });

  test.each([
    ['nothing is in', [ordered, canceled], 'ORDERED'],
    ['something is in', [ordered, some], 'PARTIAL'],
    ['one line is in, another is not', [all, ordered], 'PARTIAL'],
    [
      'every live line is in, more than was ordered too',
      [all, line('1', '1', { receivedQuantity: '1.0500' })],
      'RECEIVED',
    ],
    ['the rest is canceled', [all, canceled], 'RECEIVED'],
    ['the rest of a line will not come', [all, closed], 'RECEIVED'],
    ['every line is canceled', [canceled], 'CANCELED'],
    ['it has no line', [], 'CANCELED'],
  ] as const)('its state where %s', (_, lines, state) => {
    expect(orderState(lines)).toBe(state);
  });

  test('is refused above the tolerance, which counts over all deliveries, in exact decimals', () => {
    const line100 = line('100', '1', { receivedQuantity: '60.0000' });
    expect(overReceipt(line100, '45', '5')).toBeNull();
    expect(overReceipt(line100, '45.0001', '5')).toBe('5.0001');
    expect(overReceipt(line100, '40', '0')).toBeNull();
    expect(overReceipt(line100, '40.0001', '0')).toBe('0.0001');
    expect([
      missingQuantity(line100),
      missingQuantity(all),
      missingQuantity(closed),
      missingQuantity(canceled),
    ]).toEqual(['40.0000', '0.0000', '0.0000', '0.0000']);
  });

  test('is proposed the order’s charges by value, and the rest on the last delivery', () => {
    const of = { linesValue: '300.00', given: '0.00', isLast: false };
    expect(proposedCharge('100.00', { ...of, nowValue: '100.00' })).toBe('33.33');
    expect(proposedCharge('100.00', { ...of, nowValue: '100.00', given: '33.33' })).toBe('33.33');
    expect(proposedCharge('100.00', { ...of, nowValue: '100.00', given: '66.66', isLast: true })).toBe('33.34');
    // More than its share was given before.
    expect(proposedCharge('100.00', { ...of, nowValue: '100.00', given: '90.00' })).toBe('10.00');
    expect(proposedCharge('100.00', { ...of, nowValue: '100.00', given: '120.00', isLast: true })).toBe('0.00');
  });
});
