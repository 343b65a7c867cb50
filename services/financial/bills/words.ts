import type { TransactionType } from '#domain/transactions.ts';
import type { Kind } from '../transactions/kinds.ts';

/** What messages call an expense, or an income. */
interface BillWords {
  one: string;
  many: string;
  title: string;
  partner: string;
  paid: string;
}

const WORDS: Readonly<Record<TransactionType, BillWords>> = {
  DEBIT: { one: 'despesa', many: 'despesas', title: 'Despesa', partner: 'fornecedor', paid: 'paga' },
  CREDIT: { one: 'receita', many: 'receitas', title: 'Receita', partner: 'cliente', paid: 'recebida' },
};

export const wordsOf = ({ type }: Kind): BillWords => WORDS[type];
