import { sql, type RawBuilder } from 'kysely';
import { searchWords, type SearchWord } from '#domain/financial/searchWords.ts';
import type { Money } from '#domain/money.ts';
import { among } from './visibility.ts';

/** Whose documents of which kind are searched. */
export interface Searched {
  accountId: number;
  companyId: number;
  type: 'CREDIT' | 'DEBIT';
}

type Ids = RawBuilder<unknown>;

const withWords = ({ companyId, type }: Searched, words: readonly SearchWord[]): Ids =>
  sql`select find_documents(${companyId}, ${type}, ${words.map(({ text }) => text)}::text[])`;

/** Documents with an amount: their own, net or gross, or that of an installment. Read from indexes alone. */
const withAmount = ({ accountId, companyId, type }: Searched, amount: Money): Ids => {
  const own = sql`account_id = ${accountId} and company_id = ${companyId} and type = ${type}`;
  return sql`
    select id from transactions where ${own} and value = ${amount}::numeric
    union all select id from transactions where ${own} and gross_value = ${amount}::numeric
    union all select transaction_id from installments where account_id = ${accountId}
      and id = any(array(select id from installments where ${own} and value = ${amount}::numeric))`;
};

/**
 * Condition that `id` is a document in which every word of a search occurs: in number, description or the partner's names
 * (migration 0105), or as an amount when the word reads as one.
 */
export const matchesSearch = (id: RawBuilder<unknown>, search: string, searched: Searched): RawBuilder<unknown> => {
  const words = searchWords(search);
  const texts = words.filter(({ amount }) => amount === null);
  const amounts = words.flatMap((word) =>
    word.amount === null
      ? []
      : [among(id, sql`${withWords(searched, [word])} union all ${withAmount(searched, word.amount)}`)],
  );
  const conditions = texts.length > 0 ? [among(id, withWords(searched, texts)), ...amounts] : amounts;
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
};
