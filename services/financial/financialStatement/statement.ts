import {
  horizontalChange,
  statementOf as linesOf,
  verticalShare,
  type LineValues,
} from '#domain/financial/financialStatement/statement.ts';
import { isComputed, LINE_LABELS } from '#domain/financial/financialStatement/lines.ts';
import { monthsBetween } from '#domain/financial/financialStatement/months.ts';
import { ZERO } from '#domain/money.ts';
import type {
  FinancialStatement,
  FinancialStatementLine,
} from '#schema/financial/financialStatement/financialStatement.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readNotes } from './notes.ts';
import { rowsOf } from './rows.ts';
import type { StatementPeriod, StatementScope } from './scope.ts';
import { expensesWithoutBuilding, readSums } from './sums.ts';
import { checkWallets } from './wallets.ts';

const analysed = ({ line, values, total }: LineValues, net: LineValues | undefined): FinancialStatementLine => ({
  ...{ line, label: LINE_LABELS[line], computed: isComputed(line), values, total },
  verticalShares: values.map((value, month) => verticalShare(value, net?.values[month] ?? ZERO)),
  totalVerticalShare: verticalShare(total, net?.total ?? ZERO),
  horizontalChanges: values.map((value, month) => horizontalChange(value, values[month - 1])),
});

/**
 * The statement of some months, from kept sums: what it reads does not grow with the number of documents. The wallets check
 * it where it is of their whole company and by payments.
 */
export const readStatement = async (
  trx: Trx,
  scope: StatementScope,
  period: StatementPeriod,
  today: string,
): Promise<FinancialStatement> => {
  const months = monthsBetween(period.from, period.to);
  const sums = await readSums(trx, scope, period);
  const rows = rowsOf(sums, period.regime === 'CASH' ? 'PAYMENT' : 'COMPETENCE', months);
  const { lines, outside } = linesOf(rows, months.length);
  const of = (id: string) => lines.find(({ line }) => line === id);
  const checked = period.regime === 'CASH' && scope.building === null;
  const sides = { result: of('RESULT')?.total ?? ZERO, outside: outside.total };
  return {
    companyId: scope.companyId,
    buildingId: scope.building?.id ?? null,
    ...{ regime: period.regime, months, today, rows },
    lines: lines.map((line) => analysed(line, of('NET_REVENUE'))),
    outside: { values: outside.values, total: outside.total },
    wallets: checked ? await checkWallets(trx, scope, period, sides) : null,
    expensesWithoutBuilding: scope.building ? await expensesWithoutBuilding(trx, scope, period) : null,
    notes: await readNotes(trx, scope, period),
  };
};
