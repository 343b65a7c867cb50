import {
  FETCH_INCOMES_FAILED,
  FETCH_INCOME_RECORDS_FAILED,
  FETCH_OUTCOMES_FAILED,
  FETCH_OUTCOME_RECORDS_FAILED,
} from '#domain/messages.ts';
import { PARTNER_TITLES } from '#domain/lists/transactions.ts';
import type { TransactionType } from '#web/generated/financial.ts';

/** All texts that differ between the lists of expenses and of income. */
export const words: Record<
  TransactionType,
  {
    newLabel: string;
    empty: string;
    searchLabel: string;
    partner: string;
    noPartner: string;
    /** Labels of filters by payment. */
    paidFrom: string;
    paidTo: string;
    method: string;
    /** Texts of §8. */
    failure: string;
    installmentsFailure: string;
  }
> = {
  DEBIT: {
    newLabel: 'Nova despesa',
    empty: 'Nenhuma despesa ainda',
    searchLabel: 'Buscar em despesas',
    partner: PARTNER_TITLES.DEBIT,
    noPartner: 'Sem fornecedor',
    paidFrom: 'Pago desde',
    paidTo: 'Pago até',
    method: 'Forma de pagamento',
    failure: FETCH_OUTCOMES_FAILED,
    installmentsFailure: FETCH_OUTCOME_RECORDS_FAILED,
  },
  CREDIT: {
    newLabel: 'Nova receita',
    empty: 'Nenhuma receita ainda',
    searchLabel: 'Buscar em receitas',
    partner: PARTNER_TITLES.CREDIT,
    noPartner: 'Sem cliente',
    paidFrom: 'Recebido desde',
    paidTo: 'Recebido até',
    method: 'Forma de recebimento',
    failure: FETCH_INCOMES_FAILED,
    installmentsFailure: FETCH_INCOME_RECORDS_FAILED,
  },
};
