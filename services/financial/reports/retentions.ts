import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { anyOf } from '../../platform/access.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { pagedRows } from '../../platform/reports/cursor.ts';
import type { Asked, Content, ReportDescription, Row } from '../../platform/reports/description.ts';
import { listRetentions, sumRetentions } from '../retentions/report.ts';
import { expense } from '../transactions/kinds.ts';
import { readerOf } from '../transactions/reader.ts';
import { widened } from '../transactions/visibility.ts';

const STATUS = { PAID: 'Recolhida', OPEN: 'A recolher', OVERDUE: 'Vencida' } as const;

const read = async (trx: Trx, asked: Asked): Promise<Content> => {
  const { session, companyId, today, from, to, grouping } = asked;
  const reader = await widened(trx, readerOf(session, companyId, expense, today));
  const filter = { by: grouping === 'FACT' ? ('FACT' as const) : ('DUE' as const), from, to };
  const { totals } = await sumRetentions(trx, reader, filter);
  const rows = async function* (): AsyncGenerator<Row> {
    const pages = pagedRows(({ page, size }) =>
      listRetentions(trx, reader, { ...filter, page, size, sort: 'tax,dueDate,id' }),
    );
    for await (const { tax, dueDate, factDate, status, collector, base, rate, value, transaction } of pages)
      yield {
        group: TAX_LABELS[tax],
        cells: [
          ...[
            dueDate,
            factDate,
            transaction.documentNumber ?? '',
            transaction.partner?.name ?? '',
            collector?.name ?? '',
          ],
          ...[STATUS[status], base, rate, value],
        ],
      };
  };
  return {
    columns: [
      { title: 'Vencimento', kind: 'DATE', width: 14 },
      { title: 'Fato gerador', kind: 'DATE', width: 13 },
      { title: 'Nota', kind: 'TEXT', width: 14 },
      { title: 'Fornecedor', kind: 'TEXT', width: 28 },
      { title: 'Recolher a', kind: 'TEXT', width: 26 },
      { title: 'Situação', kind: 'TEXT', width: 13 },
      { title: 'Base', kind: 'MONEY', width: 16 },
      { title: 'Alíquota (%)', kind: 'QUANTITY', width: 11 },
      { title: 'Retido', kind: 'MONEY', width: 16, sum: true },
    ],
    rows: rows(),
    summary: {
      count: totals.count,
      totals: ['Total', null, null, null, null, null, null, null, totals.retained],
    },
  };
};

export const retentionReport: ReportDescription = {
  ...{ report: 'retentions', title: 'Retenções', group: 'FINANCIAL' },
  description: 'Impostos e garantias retidos de fornecedores',
  ...{ access: anyOf('DEBIT'), period: 'DAYS', ahead: true, landscape: true, read },
  groupings: [
    { grouping: 'DUE', title: 'Vencimento' },
    { grouping: 'FACT', title: 'Fato gerador' },
  ],
};
