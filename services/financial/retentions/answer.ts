import type { Retention, RetentionOf } from '#schema/financial/retentions/body.rest.ts';
import type { StoredRetention, StoredRetentionOf } from './columns.ts';

const partnerOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

export const retentionAnswer = (one: StoredRetention): Retention => ({
  id: one.id,
  tax: one.tax,
  city: one.city,
  base: one.base,
  rate: one.rate,
  value: one.value,
  reason: one.reason,
  partner: partnerOf(one.partnerId, one.partnerName),
  dueDate: one.dueDate,
  payable: { id: one.payableId, status: one.status, paidValue: one.paidValue, openValue: one.openValue },
});

export const retentionOfAnswer = (one: StoredRetentionOf | null): RetentionOf | null =>
  one && {
    tax: one.tax,
    transaction: {
      id: one.transactionId,
      documentNumber: one.documentNumber,
      partner: partnerOf(one.partnerId, one.partnerName),
    },
  };
