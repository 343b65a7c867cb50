import { OPEN_LABELS } from '#domain/lists/partners.ts';
import { REGISTER_CUSTOMER_FAILED, REGISTER_SUPPLIER_FAILED } from '#domain/messages.ts';
import type { PartnerType } from '#web/generated/financial.ts';
import type { Noun } from '#web/register/noun.ts';

/** All differences between suppliers and customers. */
export interface PartnerKind {
  type: PartnerType;
  noun: Noun;
  /** Label of the open value: to pay to a supplier, to receive from a customer. */
  open: string;
  /** The list of the transactions that sum up to the figure. */
  transactions: { path: string; label: string };
  /** Text of §8. */
  failure: string;
}

export const suppliers: PartnerKind = {
  type: 'SUPPLIER',
  noun: { one: 'fornecedor', many: 'fornecedores', gender: 'o' },
  open: OPEN_LABELS.SUPPLIER,
  transactions: { path: '/home/forms/transactions/outcome', label: 'Ver despesas' },
  failure: REGISTER_SUPPLIER_FAILED,
};

export const customers: PartnerKind = {
  type: 'CUSTOMER',
  noun: { one: 'cliente', many: 'clientes', gender: 'o' },
  open: OPEN_LABELS.CUSTOMER,
  transactions: { path: '/home/forms/transactions/income', label: 'Ver receitas' },
  failure: REGISTER_CUSTOMER_FAILED,
};
