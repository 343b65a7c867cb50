import { describe, expect, test } from '@jest/globals';
import { approvalStep, type ApprovalStatus, type OrderBefore } from '#domain/purchase/orders/approval.ts';

const terms = (value: string, rest: object = {}) => ({ value, supplierId: 1, buildingId: 1, ...rest });
/** An order of a value; approved, rejected or waiting for another value. */
const stored = (value: string, status?: ApprovalStatus, asked = value): OrderBefore => ({
  ...terms(value),
  approval: status === undefined ? null : { status, value: asked },
});

const limits = (saver: string | null, requester = saver) => ({ saver, requester });

/** What is saved, what it was, limits of who saves and of who asked, and what becomes of it: who passes which limit. */
const cases: [string, ReturnType<typeof terms>, OrderBefore | null, ReturnType<typeof limits>, string][] = [
  ['a new order at the limit', terms('500.00'), null, limits('500.00'), 'not needed'],
  ['a new order a cent above it', terms('500.01'), null, limits('500.00'), 'saver 500.00, new'],
  ['any new order without a limit', terms('9999999999999.99'), null, limits(null), 'not needed'],
  ['a new order of nothing under a limit of nothing', terms('0.00'), null, limits('0.00'), 'not needed'],
  // In force without an approval: made by somebody who may, or before there were limits.
  ['the same again by who may order less', terms('900.00'), stored('900.00'), limits('500.00'), 'kept'],
  ['less, yet above the limit', terms('600.00'), stored('900.00'), limits('500.00'), 'kept'],
  ['more', terms('900.01'), stored('900.00'), limits('500.00'), 'saver 500.00, new'],
  ['more within the limit', terms('500.00'), stored('400.00'), limits('500.00'), 'not needed'],
  ['another supplier', terms('900.00', { supplierId: 2 }), stored('900.00'), limits('500.00'), 'saver 500.00, new'],
  ['another building', terms('900.00', { buildingId: 2 }), stored('900.00'), limits('500.00'), 'saver 500.00, new'],
  // Approved: for its value, not for what it is worth now.
  ['up to what was approved', terms('900.00'), stored('700.00', 'APPROVED', '900.00'), limits('500.00'), 'kept'],
  ['above it', terms('900.01'), stored('700.00', 'APPROVED', '900.00'), limits('500.00'), 'saver 500.00, new'],
  ['above it by who may', terms('900.01'), stored('900.00', 'APPROVED'), limits('1000.00'), 'not needed'],
  // Waiting: the limit of who asked counts on.
  ['the same that waits', terms('900.00'), stored('900.00', 'WAITING'), limits('500.00'), 'requester 500.00, same'],
  [
    'the same by who may order more',
    terms('900.00'),
    stored('900.00', 'WAITING'),
    limits('1000.00', '500.00'),
    'requester 500.00, same',
  ],
  [
    'the same by an administrator',
    terms('900.00'),
    stored('900.00', 'WAITING'),
    limits(null, '500.00'),
    'requester 500.00, same',
  ],
  ['less that waits', terms('600.00'), stored('900.00', 'WAITING'), limits('500.00'), 'requester 500.00, same'],
  [
    'more by another one who may not',
    terms('950.00'),
    stored('900.00', 'WAITING'),
    limits('700.00', '500.00'),
    'saver 700.00, new',
  ],
  [
    'more by another one who may',
    terms('950.00'),
    stored('900.00', 'WAITING'),
    limits('1000.00', '500.00'),
    'requester 500.00, new',
  ],
  ['within the limit again', terms('500.00'), stored('900.00', 'WAITING'), limits('500.00'), 'not needed'],
  ['after limits were taken away', terms('900.00'), stored('900.00', 'WAITING'), limits(null), 'not needed'],
  ['a rejected one as it was', terms('900.00'), stored('900.00', 'REJECTED'), limits('500.00'), 'saver 500.00, new'],
  [
    'a rejected one by who may order more',
    terms('900.00'),
    stored('900.00', 'REJECTED'),
    limits('1000.00', '500.00'),
    'requester 500.00, new',
  ],
  ['a rejected one within the limit', terms('500.00'), stored('900.00', 'REJECTED'), limits('500.00'), 'not needed'],
];

describe('The approval of an order that is saved', () => {
  test.each(cases)('%s', (_name, now, before, held, outcome) => {
    const step = approvalStep(now, before, held);
    const told = {
      KEPT: 'kept',
      NOT_NEEDED: 'not needed',
      WAITS: step.kind === 'WAITS' ? `${step.by} ${step.limit}, ${step.isNew ? 'new' : 'same'}` : '',
    };
    expect(told[step.kind]).toBe(outcome);
  });
});
