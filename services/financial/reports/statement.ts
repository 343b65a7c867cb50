import { formatShortMonth } from '#domain/dates.ts';
import { firstDay, monthOf } from '#domain/financial/financialStatement/months.ts';
import type { FinancialStatement } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import { admin } from '../../platform/access.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Asked, Content, ReportDescription, Row } from '../../platform/reports/description.ts';
import { footnotes, rowsOfLine } from '../financialStatement/export/printed.ts';
import { requireMonths, scopeOf } from '../financialStatement/scope.ts';
import { readStatement } from '../financialStatement/statement.ts';

const rowsOf = (statement: FinancialStatement): Row[] => {
  const line = (label: string, id: string, { values, total }: { values: string[]; total: string }): Row[] => [
    { strong: true, cells: [label, ...values, total] },
    ...rowsOfLine(statement, id).map((row) => ({ level: 1, cells: [row.label, ...row.values, row.total] })),
  ];
  const { lines, outside } = statement;
  const isEmpty = lines.every(({ total, values }) => total === '0.00' && values.every((value) => value === '0.00'));
  if (isEmpty && outside.total === '0.00') return [];
  return [...lines.flatMap((one) => line(one.label, one.line, one)), ...line('Fora do resultado', 'OUTSIDE', outside)];
};

const read = async (trx: Trx, asked: Asked): Promise<Content> => {
  const { session, companyId, building, regime, today } = asked;
  const period = { regime, from: monthOf(asked.from), to: monthOf(asked.to) };
  requireMonths(period);
  const scope = await scopeOf(trx, session, { companyId, buildingId: building?.id });
  const statement = await readStatement(trx, scope, period, today);
  const money = (title: string) => ({ title, kind: 'MONEY' as const, width: 15 });
  return {
    columns: [
      { title: 'Linha', kind: 'TEXT', width: 36 },
      ...statement.months.map((month) => money(formatShortMonth(firstDay(month)))),
      money('Acumulado'),
    ],
    rows: rowsOf(statement),
    totals: null,
    // Notes of the paper want its letterhead for nothing but the head.
    notes: footnotes({
      ...{ statement, buildingName: building?.name ?? null, today, createdAt: '' },
      company: { name: '', taxId: null, logo: null },
    }),
  };
};

export const statementReport: ReportDescription = {
  ...{ report: 'income-statement', title: 'Demonstrativo de resultado', group: 'FINANCIAL' },
  description: 'Receitas, custos e resultado por mês',
  ...{ access: admin, period: 'MONTHS', building: 'OPTIONAL', regime: true, landscape: true, read },
};
