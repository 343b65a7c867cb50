import { CASH_FLOW_GROUPS, type CashFlowGroup } from '#domain/cashFlow.ts';
import { formatDate, formatShortMonth } from '#domain/dates.ts';
import { admin } from '../../platform/access.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Asked, Content, ReportDescription } from '../../platform/reports/description.ts';
import { cashFlowPeriods } from '../cashFlows/periods.ts';
import { requirePeriod, scopeOf } from '../cashFlows/scope.ts';

const nameOf = (group: CashFlowGroup, { start, end }: { start: string; end: string }): string => {
  if (group === 'MONTH') return formatShortMonth(start);
  return start === end ? formatDate(start) : `${formatDate(start)} a ${formatDate(end)}`;
};

const read = async (trx: Trx, asked: Asked): Promise<Content> => {
  const { session, companyId, building, from, to, today } = asked;
  requirePeriod(from, to, 'to');
  const group = CASH_FLOW_GROUPS.find((one) => one === asked.grouping) ?? 'DAY';
  const scope = await scopeOf(trx, session, { companyId, buildingId: building?.id });
  const periods = await cashFlowPeriods(trx, scope, { start: from, end: to, today }, { group, categories: false });
  const money = (title: string, sum = true) => ({ title, kind: 'MONEY' as const, width: 16, sum });
  return {
    columns: [
      { title: 'Período', kind: 'TEXT', width: 24 },
      ...['Recebido', 'A receber', 'Pago', 'A pagar', 'Pedidos a pagar'].map((title) => money(title)),
      money('Saldo realizado', false),
      money('Saldo previsto', false),
    ],
    rows: periods.map((period) => ({
      cells: [
        nameOf(group, period),
        ...[period.received, period.toReceive, period.paid, period.toPay, period.committedToPay],
        ...[period.actualBalance, period.expectedBalance],
      ],
    })),
    notes: ['O que venceu e não foi pago conta hoje. Saldos são os do fim de cada período.'],
  };
};

export const cashFlowReport: ReportDescription = {
  ...{ report: 'cash-flow', title: 'Fluxo de caixa', group: 'FINANCIAL' },
  description: 'Entradas, saídas e saldos, realizados e previstos',
  ...{ access: admin, period: 'DAYS', building: 'OPTIONAL', landscape: true, read },
  groupings: [
    { grouping: 'DAY', title: 'Dia' },
    { grouping: 'WEEK', title: 'Semana' },
    { grouping: 'MONTH', title: 'Mês' },
  ],
};
