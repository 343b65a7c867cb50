import { sql } from 'kysely';
import { isNegative, negate } from '#domain/money.ts';
import { allOf } from '../../platform/access.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { cursorRows } from '../../platform/reports/cursor.ts';
import type { Asked, Content, ReportDescription, Row } from '../../platform/reports/description.ts';
import { linesOfWallet, RECONCILED } from '../reconciliation/desk.ts';

interface Line {
  date: string;
  memo: string;
  document: string;
  amount: string;
  state: 'OPEN' | 'RECONCILED' | 'IGNORED';
}

const STATES = { OPEN: 'Em aberto', RECONCILED: 'Conciliadas', IGNORED: 'Ignoradas' } as const;

const rowOf = ({ date, memo, document, amount, state }: Line): Row => ({
  group: STATES[state],
  cells: [date, memo, document, ...(isNegative(amount) ? [null, negate(amount)] : [amount, null]), amount],
});

const read = async (trx: Trx, { session, wallet, from, to }: Asked): Promise<Content> => {
  const statement = sql<Line>`
    select x.date, x.memo, x.document, x.amount::text as amount, x.state from (
      select l.id, l.date, l.memo, l.document, l.amount,
             case when ${RECONCILED} then 'RECONCILED' when l.ignored_at is not null then 'IGNORED' else 'OPEN' end as state
        from bank_statement_lines l
       where ${linesOfWallet({ session }, { wallet: wallet?.id ?? 0, from, to })}) x
     order by array_position(array['OPEN', 'RECONCILED', 'IGNORED'], x.state), x.date, x.id`;
  const rows = async function* (): AsyncGenerator<Row> {
    for await (const line of cursorRows(trx, statement)) yield rowOf(line);
  };
  return {
    columns: [
      { title: 'Data', kind: 'DATE', width: 12 },
      { title: 'Histórico do banco', kind: 'TEXT', width: 46 },
      { title: 'Documento', kind: 'TEXT', width: 18 },
      { title: 'Entrada', kind: 'MONEY', width: 16, sum: true },
      { title: 'Saída', kind: 'MONEY', width: 16, sum: true },
      { title: 'Líquido', kind: 'MONEY', width: 16, sum: true },
    ],
    rows: rows(),
  };
};

export const reconciliationReport: ReportDescription = {
  ...{ report: 'reconciliation', title: 'Conciliação bancária', group: 'FINANCIAL' },
  description: 'Linhas do extrato do banco, conciliadas, abertas e ignoradas',
  ...{ access: allOf('DEBIT', 'CREDIT'), period: 'DAYS', wallet: true, read },
};
