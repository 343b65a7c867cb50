import type { StoredTransaction } from './read.ts';

/** What the audit log stores of a transaction: fields, installments and apportionment, without names and derived figures. */
/** Where a document was. */
export const placeOf = ({ companyId, apportionments }: StoredTransaction) => ({
  companyId,
  buildingIds: [...new Set(apportionments.map(({ buildingId }) => buildingId))],
});

export const snapshot = (stored: StoredTransaction) => ({
  version: stored.version,
  documentNumber: stored.documentNumber,
  description: stored.description,
  grossValue: stored.grossValue,
  ...(stored.retentions.length > 0 && {
    invoiceValue: stored.invoiceValue,
    retentions: stored.retentions.map(({ tax, base, rate, value, reason, payableId }) => ({
      ...{ tax, base, rate, value, reason, payableId },
    })),
  }),
  emissionDate: stored.emissionDate,
  competenceDate: stored.competenceDate,
  categoryId: stored.categoryId,
  partnerId: stored.partnerId,
  expectedWalletId: stored.expectedWalletId,
  preferredPaymentMethod: stored.preferredPaymentMethod,
  installments: stored.installments.map(
    ({ walletName: _name, value: _value, createdOn: _day, reconciled: _reconciled, ...one }) => one,
  ),
  apportionments: stored.apportionments.map(({ buildingName: _building, stageName: _stage, ...one }) => one),
});
