import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { anyOf } from '../../platform/access.ts';
import { cursorRows } from '../../platform/reports/cursor.ts';
import type { Asked, Content, ReportDescription, Row } from '../../platform/reports/description.ts';
import { installmentSource, totalInstallments, type InstallmentFilter } from '../installments/list.ts';
import { expense, income, type Kind } from '../transactions/kinds.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { buildingNames, widened } from '../transactions/visibility.ts';

/** Open installments by due date, or paid ones by payment: those of the lists of installments. */
interface Bills {
  kind: Kind;
  paid: boolean;
}

interface BillRow {
  due: string;
  payment: string | null;
  document: string | null;
  description: string | null;
  partner: string | null;
  category: string | null;
  buildings: string | null;
  wallet: string | null;
  part: string;
  value: string;
}

const groupings = [
  { grouping: 'NONE', title: 'Sem grupos' },
  { grouping: 'PARTNER', title: 'Parceiro' },
  { grouping: 'CATEGORY', title: 'Categoria' },
  { grouping: 'MONTH', title: 'Mês' },
] as const;

const filterOf = ({ paid }: Bills, { from, to, building }: Asked): InstallmentFilter => ({
  ...(paid ? { forecast: false, paidFrom: from, paidTo: to } : { forecast: true, from, to }),
  building: building?.id,
});

const orderOf = (grouping: string, day: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (grouping === 'PARTNER') return sql`search_key(p.name) nulls last, p.id, ${day}, i.id`;
  if (grouping === 'CATEGORY') return sql`search_key(c.name) nulls last, c.id, ${day}, i.id`;
  return sql`${day}, i.id`;
};

const statementOf = (bills: Bills, asked: Asked, reader: Reader): RawBuilder<BillRow> => {
  const { from, where, value } = installmentSource(filterOf(bills, asked), reader);
  const day = bills.paid ? sql`i.payment_date` : sql`i.due_date`;
  return sql<BillRow>`
    select i.due_date as due, i.payment_date as payment, t.document_number as document, t.description, p.name as partner,
           c.name as category, ${buildingNames(reader)} as buildings, w.identifier as wallet,
           i.number::text as part, ${value}::text as value
      from ${from}
      join transactions t on t.account_id = ${reader.session.accountId} and t.id = i.transaction_id
      left join partners p on p.account_id = t.account_id and p.id = t.partner_id
      left join categories c on c.account_id = t.account_id and c.id = t.category_id
      left join wallets w on w.account_id = t.account_id and w.id = i.wallet_id
     where ${where} order by ${orderOf(asked.grouping, day)}`;
};

const groupOf = (grouping: string, row: BillRow, day: string): string | undefined => {
  if (grouping === 'PARTNER') return row.partner ?? 'Sem parceiro';
  if (grouping === 'CATEGORY') return row.category ?? 'Sem categoria';
  return grouping === 'MONTH' ? `${day.slice(5, 7)}/${day.slice(0, 4)}` : undefined;
};

const rowOf = ({ paid }: Bills, grouping: string, row: BillRow): Row => {
  const { due, payment, document, description, partner, category, buildings, wallet, part, value } = row;
  const group = groupOf(grouping, row, (paid ? payment : due) ?? due);
  return {
    cells: [
      ...(paid ? [payment, partner] : [due, partner]),
      ...[document, description, part, category, buildings],
      ...(paid ? [wallet] : []),
      value,
    ],
    ...(group === undefined ? {} : { group }),
  };
};

const columnsOf = ({ kind, paid }: Bills): Content['columns'] => [
  { title: paid ? 'Pagamento' : 'Vencimento', kind: 'DATE', width: 12 },
  { title: kind.type === 'DEBIT' ? 'Fornecedor' : 'Cliente', kind: 'TEXT', width: 26 },
  { title: 'Documento', kind: 'TEXT', width: 13 },
  { title: 'Descrição', kind: 'TEXT', width: 28 },
  { title: 'Parcela', kind: 'TEXT', width: 8 },
  { title: 'Categoria', kind: 'TEXT', width: 20 },
  { title: 'Obras', kind: 'TEXT', width: 22 },
  ...(paid ? [{ title: 'Carteira', kind: 'TEXT' as const, width: 16 }] : []),
  { title: 'Valor líquido', kind: 'MONEY', width: 15, sum: true },
];

const read =
  (bills: Bills) =>
  async (trx: Trx, asked: Asked): Promise<Content> => {
    const { session, companyId, today, grouping } = asked;
    const reader = await widened(trx, readerOf(session, companyId, bills.kind, today));
    const { count, value } = await totalInstallments(trx, reader, filterOf(bills, asked));
    const columns = columnsOf(bills);
    const rows = async function* (): AsyncGenerator<Row> {
      for await (const row of cursorRows(trx, statementOf(bills, asked, reader))) yield rowOf(bills, grouping, row);
    };
    const totals = columns.map(({ sum }, index) => (index === 0 ? 'Total' : sum ? value : null));
    return { columns, rows: rows(), summary: { count, totals } };
  };

const describe = (
  bills: Bills,
  { report, title, description }: Pick<ReportDescription, 'report' | 'title' | 'description'>,
): ReportDescription => ({
  ...{ report, title, description, group: 'FINANCIAL', period: 'DAYS', ahead: !bills.paid, building: 'OPTIONAL' },
  ...{ groupings, landscape: true, access: anyOf(bills.kind.permission), read: read(bills) },
});

export const billReports: readonly ReportDescription[] = [
  describe(
    { kind: expense, paid: false },
    { report: 'bills-due', title: 'Contas a pagar', description: 'Parcelas em aberto por vencimento' },
  ),
  describe(
    { kind: expense, paid: true },
    { report: 'bills-paid', title: 'Contas pagas', description: 'Parcelas pagas por data de pagamento' },
  ),
  describe(
    { kind: income, paid: false },
    { report: 'receivables', title: 'Contas a receber', description: 'Parcelas a receber por vencimento' },
  ),
  describe(
    { kind: income, paid: true },
    { report: 'received', title: 'Contas recebidas', description: 'Parcelas recebidas por data de recebimento' },
  ),
];
