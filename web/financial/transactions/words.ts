import type { TransactionType } from '#web/generated/financial.ts';

/** All in which expenses and income differ on their lists. */
export const words: Record<
  TransactionType,
  {
    newLabel: string;
    empty: string;
    searchLabel: string;
    partner: string;
    noPartner: string;
    /** Texts of §8. */
    failure: string;
    installmentsFailure: string;
  }
> = {
  DEBIT: {
    newLabel: 'Nova despesa',
    empty: 'Nenhuma despesa ainda',
    searchLabel: 'Buscar em despesas',
    partner: 'Fornecedor',
    noPartner: 'Sem fornecedor',
    failure: 'Falha em buscar todas as despesas',
    installmentsFailure: 'Falha em buscar registros de despesas',
  },
  CREDIT: {
    newLabel: 'Nova receita',
    empty: 'Nenhuma receita ainda',
    searchLabel: 'Buscar em receitas',
    partner: 'Cliente',
    noPartner: 'Sem cliente',
    failure: 'Falha em buscar todas as receitas',
    installmentsFailure: 'Falha em buscar registros de receitas',
  },
};
