import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import type { ClosingCompany, Days } from '../scope.ts';

/** A stored file of a month, before it has its name in the folder. */
export interface StoredFile {
  id: number;
  /** As it was sent. */
  name: string;
  /** What it belongs to: "NF 5187 Clima Norte". */
  document: string;
  date: string;
  value: string | null;
  size: number;
  sha256: string;
}

/** Where files of a month come from; one more of them is one more entry below. */
export interface FileSource {
  /** Folder within the ZIP. */
  folder: string;
  title: string;
  /** The files of these days, in an order that never changes. One statement. */
  list(trx: Trx, company: ClosingCompany, days: Days): Promise<StoredFile[]>;
  read(trx: Trx, accountId: number, id: number): Promise<Buffer | undefined>;
}

const contentOf = async (trx: Trx, query: RawBuilder<{ content: Buffer }>): Promise<Buffer | undefined> =>
  (await query.execute(trx)).rows[0]?.content;

/** Statements of the company's wallets whose days are of the month, as the banks wrote them. */
const statements: FileSource = {
  folder: 'extratos',
  title: 'Extratos dos bancos',
  list: async (trx, { accountId, companyId }, { from, to }) => {
    const { rows } = await sql<StoredFile>`
      select f.id, f.name, a.wallets as document, coalesce(a.start_date, l.first, f.imported_at::date) as date, null as value, f.size,
             encode(f.sha256, 'hex') as sha256
        from bank_statement_files f
        join lateral (
          select string_agg(w.identifier, ', ' order by x.position) as wallets, min(x.start_date) as start_date,
                 bool_or(coalesce(x.start_date, x.ledger_date) <= ${to}::date and coalesce(x.end_date, x.ledger_date) >= ${from}::date) as told
            from bank_statement_accounts x join wallets w on w.account_id = x.account_id and w.id = x.wallet_id
           where x.account_id = f.account_id and x.file_id = f.id) a on a.wallets is not null
        -- Some banks do not say of which days a file is.
        left join lateral (
          select min(m.date) as first, bool_or(m.date between ${from}::date and ${to}::date) as within
            from bank_statement_file_lines m where m.account_id = f.account_id and m.file_id = f.id) l on true
       where f.account_id = ${accountId} and f.company_id = ${companyId} and f.state = 'IMPORTED' and (a.told or l.within)
       order by 4, f.id`.execute(trx);
    return rows;
  },
  read: (trx, accountId, id) =>
    contentOf(
      trx,
      sql`select content from bank_statement_file_contents where account_id = ${accountId} and file_id = ${id}`,
    ),
};

/** XML of notas by which orders were received. */
const orderInvoices: FileSource = {
  folder: 'notas',
  title: 'Notas fiscais (XML)',
  list: async (trx, { accountId, companyId }, { from, to }) => {
    const { rows } = await sql<StoredFile>`
      select d.id, coalesce(d.access_key, 'nota ' || d.id) || '.xml' as name,
             concat_ws(' ', 'NF ' || coalesce(d.document_number, 'sem número'), p.name) as document, d.emission_date as date,
             d.value, length(x.content) as size, encode(sha256(x.content), 'hex') as sha256
        from orders o
        join order_deliveries d on d.account_id = o.account_id and d.order_id = o.id
        join order_delivery_invoices x on x.account_id = d.account_id and x.delivery_id = d.id
        left join partners p on p.account_id = o.account_id and p.id = o.partner_id
       where o.account_id = ${accountId} and o.company_id = ${companyId} and d.emission_date between ${from}::date and ${to}::date
       order by d.emission_date, d.id`.execute(trx);
    return rows;
  },
  read: (trx, accountId, id) =>
    contentOf(
      trx,
      sql`select content from order_delivery_invoices where account_id = ${accountId} and delivery_id = ${id}`,
    ),
};

/** XML of notas that expenses were made of. */
const fiscalDocuments: FileSource = {
  folder: 'notas-de-despesas',
  title: 'Notas de despesas (XML)',
  list: async (trx, { accountId, companyId }, { from, to }) => {
    const { rows } = await sql<StoredFile>`
      select f.id, f.access_key || '.xml' as name, concat_ws(' ', coalesce(t.document_number, f.number), f.issuer_name) as document,
             f.emission_date as date, f.value, f.size, encode(f.sha256, 'hex') as sha256
        from fiscal_documents f
        join transactions t on t.account_id = f.account_id and t.id = f.transaction_id
       where f.account_id = ${accountId} and f.company_id = ${companyId} and f.emission_date between ${from}::date and ${to}::date
       order by f.emission_date, f.id`.execute(trx);
    return rows;
  },
  read: (trx, accountId, id) =>
    contentOf(
      trx,
      sql`select content from fiscal_document_contents where account_id = ${accountId} and document_id = ${id}`,
    ),
};

/** Documents of a month: by competence, by emission, or with a payment in it. */
export const documentIds = ({ accountId, companyId }: ClosingCompany, { from, to }: Days): RawBuilder<unknown> => sql`
  select t.id from transactions t
   where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type in ('CREDIT', 'DEBIT')
     and t.competence_date between ${from}::date and ${to}::date
  union
  select t.id from transactions t
   where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type in ('CREDIT', 'DEBIT')
     and t.emission_date between ${from}::date and ${to}::date
  union
  select i.transaction_id from installments i
   where i.account_id = ${accountId} and i.company_id = ${companyId} and not i.forecast
     and i.payment_date between ${from}::date and ${to}::date`;

const attachments: FileSource = {
  folder: 'anexos',
  title: 'Anexos',
  list: async (trx, company, days) => {
    const { rows } = await sql<StoredFile>`
      select f.id, f.name, concat_ws(' ', coalesce(t.document_number, 'sem número'), p.name) as document, t.emission_date as date,
             t.gross_value as value, length(c.content) as size, encode(sha256(c.content), 'hex') as sha256
        from transactions t
        join attachments f on f.account_id = t.account_id and f.transaction_id = t.id
        join attachment_contents c on c.account_id = f.account_id and c.attachment_id = f.id
        left join partners p on p.account_id = t.account_id and p.id = t.partner_id
       where t.account_id = ${company.accountId} and t.id = any(array(${documentIds(company, days)}))
       order by t.emission_date, t.id, f.id`.execute(trx);
    return rows;
  },
  read: (trx, accountId, id) =>
    contentOf(
      trx,
      sql`select content from attachment_contents where account_id = ${accountId} and attachment_id = ${id}`,
    ),
};

export const FILE_SOURCES: readonly FileSource[] = [statements, orderInvoices, fiscalDocuments, attachments];
