import { sql } from 'kysely';
import { maskTaxId } from '#domain/masks.ts';
import { isZero, percentageOf, sum } from '#domain/money.ts';
import { anyOf } from '../../platform/access.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Asked, Content, ReportDescription } from '../../platform/reports/description.ts';
import { conditionsOf, type TransactionFilter } from '../transactions/filters.ts';
import { expense } from '../transactions/kinds.ts';
import { partsOf } from '../transactions/parts.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { widened } from '../transactions/visibility.ts';

/** As the list of expenses filters by these days: documents by competence, or what was paid in them. */
export const filterOf = ({ regime, from, to, building }: Asked): TransactionFilter => ({
  ...(regime === 'ACCRUAL' ? { competenceFrom: from, competenceTo: to } : { paidFrom: from, paidTo: to }),
  building: building?.id,
});

/** Documents `t` with the figures that the list shows of them, as `d`. */
const documentsOf = (filter: TransactionFilter, reader: Reader) => {
  const parts = partsOf(filter, reader);
  const figures = parts?.shared ? sql`m.value, m.gross_value` : sql`t.value, t.gross_value`;
  return sql`(select t.partner_id, t.category_id, ${figures} from transactions t
    ${parts ? sql`join ${parts.rows} m on m.id = t.id` : sql``} where ${conditionsOf(filter, reader)}) d`;
};

interface Summed {
  name: string | null;
  taxId: string | null;
  documents: number;
  gross: string;
  value: string;
}

type By = 'partner' | 'category';

const readSums = async (trx: Trx, reader: Reader, filter: TransactionFilter, by: By): Promise<Summed[]> => {
  const { accountId } = reader.session;
  const joined =
    by === 'partner'
      ? sql`left join partners r on r.account_id = ${accountId} and r.id = d.partner_id`
      : sql`left join categories r on r.account_id = ${accountId} and r.id = d.category_id`;
  const { rows } = await sql<Summed>`
    select r.name, ${by === 'partner' ? sql`r.tax_id` : sql`null::text`} as "taxId", count(*)::integer as documents,
           sum(d.gross_value)::text as gross, sum(d.value)::text as value
      from ${documentsOf(filter, reader)} ${joined}
     group by r.id, r.name ${by === 'partner' ? sql`, r.tax_id` : sql``}
     order by sum(d.value) desc, search_key(r.name), r.id`.execute(trx);
  return rows;
};

const read =
  (by: By) =>
  async (trx: Trx, asked: Asked): Promise<Content> => {
    const reader = await widened(trx, readerOf(asked.session, asked.companyId, expense, asked.today));
    const sums = await readSums(trx, reader, filterOf(asked), by);
    const total = sum(sums.map(({ value }) => value));
    const share = (value: string): string => (isZero(total) ? '0' : percentageOf(value, total));
    const none = by === 'partner' ? 'Sem fornecedor' : 'Sem categoria';
    return {
      columns: [
        { title: by === 'partner' ? 'Fornecedor' : 'Categoria', kind: 'TEXT', width: 40 },
        ...(by === 'partner' ? [{ title: 'CPF ou CNPJ', kind: 'TEXT' as const, width: 20 }] : []),
        { title: 'Documentos', kind: 'COUNT', width: 12, sum: true },
        { title: 'Valor bruto', kind: 'MONEY', width: 18, sum: true },
        { title: 'Valor líquido', kind: 'MONEY', width: 18, sum: true },
        { title: '%', kind: 'PERCENT', width: 9 },
      ],
      rows: sums.map(({ name, taxId, documents, gross, value }) => ({
        cells: [
          name ?? none,
          ...(by === 'partner' ? [taxId && maskTaxId(taxId)] : []),
          ...[String(documents), gross, value, share(value)],
        ],
      })),
    };
  };

const common = {
  group: 'FINANCIAL',
  period: 'DAYS',
  building: 'OPTIONAL',
  regime: true,
  access: anyOf('DEBIT'),
} as const;

export const documentReports: readonly ReportDescription[] = [
  {
    ...common,
    ...{ report: 'expenses-by-partner', title: 'Despesas por fornecedor' },
    description: 'O que custou cada fornecedor',
    read: read('partner'),
  },
  {
    ...common,
    ...{ report: 'expenses-by-category', title: 'Despesas por categoria' },
    description: 'O que custou cada categoria',
    read: read('category'),
  },
];
