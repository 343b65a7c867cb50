import { sql } from 'kysely';
import { addDays, formatDate, type IsoDate } from '#domain/dates.ts';
import { compare, isNegative, type Money } from '#domain/money.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import { administrators } from '../../assistant/subject.ts';
import { claimCauses } from '../../assistant/told.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { cashFlowEntries } from './sql.ts';

/** How far the expected balance is looked at, as the projection of the screen (`projectionDays`). */
const DAYS = 180;

interface Balance {
  date: IsoDate;
  balance: Money;
}

/** The first day on which the expected balance of a company is below zero, and the lowest balance. */
export interface NegativeDay extends Balance {
  lowest: Balance;
}

/** The first negative day from today on, overdue forecasts counted today (domain.md §3); null: none. One statement. */
export const firstNegativeDay = async (
  trx: Trx,
  { accountId, companyId }: { accountId: number; companyId: number },
  today: IsoDate,
): Promise<NegativeDay | null> => {
  const scope = { accountId, companyId, building: 'all', wallet: 'all' } as const;
  const entries = await cashFlowEntries(trx, scope, { start: today, end: addDays(today, DAYS), today });
  const days = entries.map(({ date, expectedBalance }) => ({ date, balance: expectedBalance }));
  const first = days.find(({ balance }) => isNegative(balance));
  if (!first) return null;
  return { ...first, lowest: days.reduce((low, day) => (compare(day.balance, low.balance) < 0 ? day : low)) };
};

/** "O saldo previsto fica negativo em 28/12/2026 (−R$ 1,00) e chega a −R$ 2,00 em 03/01/2027." */
export const negativeText = ({ date, balance, lowest }: NegativeDay, today: IsoDate): string => {
  const start = date === today ? 'já está negativo hoje' : `fica negativo em ${formatDate(date)}`;
  const deeper = compare(lowest.balance, balance) < 0;
  const shown = (amount: typeof balance) => formatCurrency(amount).replace('-', '−');
  const end = deeper ? ` e chega a ${shown(lowest.balance)} em ${formatDate(lowest.date)}` : '';
  return `O saldo previsto ${start} (${shown(balance)})${end}.`;
};

/** Address of the cash flow of a company as a whole, whichever building is chosen in the menu. */
export const cashFlowPath = (companyId: number): string =>
  `/home/forms/transactions/cashflow?company=${companyId}&building=all`;

/**
 * Tells administrators the first negative day of each active company: once, until it is another day; a company that has
 * recovered is told of again. In the daily round, not by each payment: the projection of a company is read as a whole.
 */
export const tellNegativeDays = async (trx: Trx, work: Work<Outsider>, today: IsoDate): Promise<void> => {
  const { accountId } = work.session;
  const { rows: companies } = await sql<{ id: number; name: string }>`
    select id, name from companies where account_id = ${accountId} and active order by id`.execute(trx);
  for (const { id, name } of companies) {
    const negative = await firstNegativeDay(trx, { accountId, companyId: id }, today);
    // A balance that stays below zero is negative from each day on, and the same news.
    const value = negative && (negative.date === today ? 'today' : negative.date);
    const isNews = (await claimCauses(trx, work, 'NEGATIVE_DAY', [{ subject: `company/${id}`, value }])).size > 0;
    if (!isNews || !negative) continue;
    await postMessage(trx, work, {
      userIds: await administrators(trx, accountId),
      about: { companyId: id, permission: 'DEBIT', buildingIds: [], withBalance: true, forAdmins: true },
      event: 'NEGATIVE_DAY',
      kind: 'WARNING',
      title:
        negative.date === today ? 'Saldo previsto negativo' : `Saldo previsto negativo em ${formatDate(negative.date)}`,
      text: `${name}. ${negativeText(negative, today)}`,
      link: cashFlowPath(id),
      linkLabel: 'fluxo de caixa',
    });
  }
};
