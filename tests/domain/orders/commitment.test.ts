/** Every expected figure is worked out by hand. */
import { describe, expect, test } from '@jest/globals';
import { orderCommitment, receivedGross } from '#domain/purchase/orders/commitment.ts';
import type { OrderLine } from '#domain/purchase/orders/figures.ts';

const line = (quantity: string, price: string, rest: Partial<OrderLine> = {}): OrderLine => ({
  ...{ quantity, price, canceled: false, closed: false, canceledQuantity: '0', receivedQuantity: '0' },
  ...rest,
});

const CHARGES = { shippingRate: '30.00', discount: '3.00', ipi: '10', ipiValue: null };
const NONE = { shippingRate: '0.00', discount: '0.00', ipi: '0', ipiValue: null };
const NO_APPROVAL = { approval: null };
const DATES = { createdDate: '2026-11-01', deliveryDate: '2026-11-10' };
const HALVES = [
  { dueDate: '2026-12-10', grossValue: '345.00' },
  { dueDate: '2027-01-09', grossValue: '345.00' },
];

type Order = Parameters<typeof orderCommitment>[0];
interface Case {
  name: string;
  order: Partial<Order> & Pick<Order, 'lines'>;
  value: string;
  lines: string[];
  days: string[];
}

const cases: Case[] = [
  {
    name: 'nothing has come: the gross value, landed by line and on the days of the terms',
    order: { lines: [line('10', '50'), line('4', '25')] },
    value: '690.00',
    lines: ['575.00', '115.00'],
    days: ['2026-12-10 345.00', '2027-01-09 345.00'],
  },
  {
    // 690,00 × 500 ÷ 600 = 575,00 came, although 12 of 10 did.
    name: 'more of one line than was ordered does not pay for another',
    order: { lines: [line('10', '50', { receivedQuantity: '12' }), line('4', '25')] },
    value: '115.00',
    lines: ['0.00', '115.00'],
    days: ['2026-12-10 57.50', '2027-01-09 57.50'],
  },
  {
    // Lines 200,00 + 100,00, freight 30,00, IPI 33,00, discount 3,00: 360,00; 360,00 × 200 ÷ 300 = 240,00 came.
    name: 'the rest of a closed line is not bought',
    order: { lines: [line('10', '50', { receivedQuantity: '4', closed: true }), line('4', '25')] },
    value: '120.00',
    lines: ['0.00', '120.00'],
    days: ['2026-12-10 60.00', '2027-01-09 60.00'],
  },
  {
    name: 'everything is in',
    order: { lines: [line('10', '50', { receivedQuantity: '10' }), line('4', '25', { canceled: true })] },
    value: '0.00',
    lines: ['0.00', '0.00'],
    days: [],
  },
  ...(['WAITING', 'REJECTED'] as const).map((status) => ({
    ...{ name: `it is ${status}`, order: { lines: [line('10', '50'), line('4', '25')], approval: { status } } },
    ...{ value: '0.00', lines: ['0.00', '0.00'], days: [] },
  })),
  {
    name: 'it is APPROVED',
    order: { lines: [line('10', '50')], ...NONE, approval: { status: 'APPROVED' } },
    value: '500.00',
    lines: ['500.00'],
    days: ['2026-12-10 250.00', '2027-01-09 250.00'],
  },
  {
    name: 'everything is canceled, its freight with it',
    order: { lines: [line('10', '50', { canceled: true })] },
    value: '0.00',
    lines: ['0.00'],
    days: [],
  },
  {
    // 10,01 in equal parts: 5,005 is 5,00 half-even, and the last takes the rest.
    name: 'lines without a price share the freight equally; without terms it is due on the day of the delivery',
    order: { lines: [line('2', '0'), line('1', '0')], ...NONE, shippingRate: '10.01', installments: [] },
    value: '10.01',
    lines: ['5.00', '5.01'],
    days: ['2026-11-10 10.01'],
  },
  {
    name: 'without terms and delivery date it is due on the day of the order',
    order: { lines: [line('1', '7.5')], ...NONE, installments: [], deliveryDate: null },
    value: '7.50',
    lines: ['7.50'],
    days: ['2026-11-01 7.50'],
  },
  {
    // 0,75 cents each would be four cents: three go to the last ones.
    name: 'installments of one day are one, and a cent less than there are days goes to the last ones',
    order: {
      lines: [line('1', '0.03')],
      ...NONE,
      installments: ['2026-12-01', '2026-12-01', '2026-12-15', '2027-01-05'].map((dueDate) => ({
        ...{ dueDate, grossValue: '10.00' },
      })),
    },
    value: '0.03',
    lines: ['0.03'],
    days: ['2026-12-01 0.01', '2026-12-15 0.01', '2027-01-05 0.01'],
  },
  {
    // Lines 50,00 after closing, less 90,00: nothing is left to owe.
    name: 'a discount that is larger than what is left leaves nothing',
    order: {
      lines: [line('10', '10', { receivedQuantity: '5', closed: true }), line('1', '0')],
      ...NONE,
      discount: '90.00',
    },
    value: '0.00',
    lines: ['0.00', '0.00'],
    days: [],
  },
];

describe('The commitment of an order', () => {
  test.each(cases)('where $name', ({ order, value, lines, days }) => {
    const found = orderCommitment({ ...CHARGES, ...DATES, ...NO_APPROVAL, installments: HALVES, ...order });
    expect([found.value, found.lines]).toEqual([value, lines]);
    expect(found.days.map(({ dueDate, grossValue }) => `${dueDate} ${grossValue}`)).toEqual(days);
  });

  test('is what a received order has no more, whatever came beyond it', () => {
    const lines = [line('10', '50', { receivedQuantity: '11' })];
    // 550,00 + 30,00, IPI 58,00, less 3,00.
    expect(receivedGross(lines, CHARGES)).toBe('635.00');
    expect(orderCommitment({ ...CHARGES, ...DATES, ...NO_APPROVAL, lines, installments: HALVES }).value).toBe('0.00');
  });
});
