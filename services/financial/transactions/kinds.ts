import { creditEndpoints, debitEndpoints } from '#schema/financial/transactions/endpoints.ts';
import type { Permission } from '#domain/permissions.ts';
import type { TransactionType } from '#domain/transactions.ts';

/** All differences between income and expense; the rest of the code is common to both. */
export interface Kind {
  type: TransactionType;
  /** Permission for reading and changing (§6). */
  permission: Permission;
  partnerType: 'SUPPLIER' | 'CUSTOMER';
  endpoints: typeof debitEndpoints;
  /** Path of the screen that shows one transaction. */
  screen: string;
  /** Path of the screen that lists installments. */
  installmentsScreen: string;
  words: KindWords;
}

interface KindWords {
  notFound: string;
  wrongCategory: string;
  wrongPartner: string;
  partnerNotFound: string;
  partnerInactive: string;
  notAllowed: string;
  payment: string;
  paymentsRecorded: (count: number) => string;
  paymentsUndone: (count: number) => string;
}

export const expense: Kind = {
  type: 'DEBIT',
  permission: 'DEBIT',
  partnerType: 'SUPPLIER',
  endpoints: debitEndpoints,
  screen: '/home/forms/transactions/outcome',
  installmentsScreen: '/home/forms/transactions/debit-installments',
  words: {
    notFound: 'Despesa não encontrada.',
    wrongCategory: 'Esta categoria é de receita. Escolha uma categoria de despesa.',
    wrongPartner: 'Este parceiro é cliente. Despesas pedem um fornecedor.',
    partnerNotFound: 'Fornecedor não encontrado.',
    partnerInactive: 'Este fornecedor está inativo.',
    notAllowed: 'Você não tem permissão de despesas em todas as obras deste lançamento, por isso não pode alterá-lo.',
    payment: 'Pagamento',
    paymentsRecorded: (count) => `${count} pagamentos registrados`,
    paymentsUndone: (count) => `${count} pagamentos desfeitos`,
  },
};

export const income: Kind = {
  type: 'CREDIT',
  permission: 'CREDIT',
  partnerType: 'CUSTOMER',
  endpoints: creditEndpoints,
  screen: '/home/forms/transactions/income',
  installmentsScreen: '/home/forms/transactions/credit-installments',
  words: {
    notFound: 'Receita não encontrada.',
    wrongCategory: 'Esta categoria é de despesa. Escolha uma categoria de receita.',
    wrongPartner: 'Este parceiro é fornecedor. Receitas pedem um cliente.',
    partnerNotFound: 'Cliente não encontrado.',
    partnerInactive: 'Este cliente está inativo.',
    notAllowed: 'Você não tem permissão de receitas em todas as obras deste lançamento, por isso não pode alterá-lo.',
    payment: 'Recebimento',
    paymentsRecorded: (count) => `${count} recebimentos registrados`,
    paymentsUndone: (count) => `${count} recebimentos desfeitos`,
  },
};
