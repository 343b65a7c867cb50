import { REGISTER_CUSTOMER_FAILED, REGISTER_SUPPLIER_FAILED } from '#domain/messages.ts';
import type { PartnerType } from '#web/generated/financial.ts';

/** All in which suppliers and customers differ on screen. */
export interface PartnerKind {
  type: PartnerType;
  title: string;
  one: string;
  many: string;
  newLabel: string;
  emptyTitle: string;
  searchLabel: string;
  /** What is open with them: we owe a supplier, a customer owes us. */
  open: string;
  openTone: 'in' | 'out';
  /** The list of the documents behind the figure. */
  documents: { path: string; label: string };
  /** Text of §8. */
  failure: string;
}

export const suppliers: PartnerKind = {
  type: 'SUPPLIER',
  title: 'Fornecedores',
  one: 'Fornecedor',
  many: 'fornecedores',
  newLabel: 'Novo fornecedor',
  emptyTitle: 'Nenhum fornecedor ainda',
  searchLabel: 'Buscar em fornecedores',
  open: 'A pagar',
  openTone: 'out',
  documents: { path: '/home/forms/transactions/outcome', label: 'Ver despesas' },
  failure: REGISTER_SUPPLIER_FAILED,
};

export const customers: PartnerKind = {
  type: 'CUSTOMER',
  title: 'Clientes',
  one: 'Cliente',
  many: 'clientes',
  newLabel: 'Novo cliente',
  emptyTitle: 'Nenhum cliente ainda',
  searchLabel: 'Buscar em clientes',
  open: 'A receber',
  openTone: 'in',
  documents: { path: '/home/forms/transactions/income', label: 'Ver receitas' },
  failure: REGISTER_CUSTOMER_FAILED,
};
