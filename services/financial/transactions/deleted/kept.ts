import { sql, type RawBuilder } from 'kysely';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import type { StoredTransaction } from '../read.ts';
import { placeOf } from '../snapshot.ts';

interface KeptTable {
  name: string;
  /** Condition on `r`, a row of the table: it belongs to one of the transactions `d.ids`. */
  ofThem: RawBuilder<unknown>;
  /** Column of a user, who may be gone when the document is restored. */
  user?: string;
  /** A row without that user says nothing, and is left out. */
  onlyWithUser?: true;
}

const byTransaction = sql`r.transaction_id = any(d.ids)`;
const byInstallment = sql`r.installment_id in (
  select i.id from installments i where i.account_id = r.account_id and i.transaction_id = any(d.ids))`;
const byComment = sql`r.comment_id in (
  select c.id from transaction_comments c where c.account_id = r.account_id and c.transaction_id = any(d.ids))`;

/** Tables of a document that nothing can compute again, each after those that its rows refer to. */
const TABLES: readonly KeptTable[] = [
  { name: 'transactions', ofThem: sql`r.id = any(d.ids)` },
  { name: 'installments', ofThem: byTransaction },
  { name: 'apportionments', ofThem: byTransaction },
  { name: 'apportionment_shares', ofThem: byTransaction },
  { name: 'installment_payment_codes', ofThem: byInstallment },
  { name: 'transaction_retentions', ofThem: byTransaction },
  { name: 'retention_installments', ofThem: byInstallment },
  { name: 'attachments', ofThem: byTransaction },
  { name: 'fiscal_documents', ofThem: byTransaction, user: 'uploaded_by' },
  { name: 'transaction_model_documents', ofThem: byTransaction },
  { name: 'transaction_comments', ofThem: byTransaction, user: 'author_id' },
  { name: 'comment_mentions', ofThem: byComment, user: 'user_id', onlyWithUser: true },
];

/** A document that is about to be deleted. */
export interface Keeping {
  id: number;
  /** It and the payables of its retentions. */
  ids: readonly number[];
  buildingIds: readonly number[];
}

/** What is kept of a document. */
export const keepingOf = (stored: StoredTransaction): Keeping => ({
  id: stored.id,
  ids: [stored.id, ...stored.retentions.map(({ payableId }) => payableId)],
  buildingIds: placeOf(stored).buildingIds,
});

/** Keeps the rows of transactions and their files for 30 days. Call before they are deleted. Two statements. */
export const keepDeleted = async (trx: Trx, work: Work, keepings: readonly Keeping[]): Promise<void> => {
  const { accountId, userId } = work.session;
  const them = sql`jsonb_to_recordset(${JSON.stringify(keepings)}::jsonb) as d(id bigint, ids bigint[], "buildingIds" bigint[])`;
  const kept = TABLES.flatMap(({ name, ofThem }) => [
    sql`${name}::text`,
    sql`(select coalesce(jsonb_agg(to_jsonb(r)), '[]') from ${sql.table(name)} r
         where r.account_id = ${accountId} and ${ofThem})`,
  ]);
  await sql`
    insert into deleted_documents (account_id, id, company_id, type, deleted_at, deleted_by, partner_id, description,
      document_number, value, due_date, building_ids, kept)
    select t.account_id, t.id, t.company_id, t.type, ${work.clock.now()}, ${userId}, t.partner_id, t.description,
      t.document_number,
      (select sum(i.value) from installments i where i.account_id = t.account_id and i.transaction_id = t.id),
      (select min(i.due_date) from installments i where i.account_id = t.account_id and i.transaction_id = t.id),
      d."buildingIds", jsonb_build_object(${sql.join(kept)})
    from ${them} join transactions t on t.account_id = ${accountId} and t.id = d.id`.execute(trx);
  await sql`
    insert into deleted_contents (account_id, document_id, kind, file_id, content)
    select c.account_id, d.id, 'ATTACHMENT', c.attachment_id, c.content
    from ${them} join attachments r on r.account_id = ${accountId} and ${byTransaction}
    join attachment_contents c on c.account_id = r.account_id and c.attachment_id = r.id
    union all
    select c.account_id, d.id, 'NOTA', c.document_id, c.content
    from ${them} join fiscal_documents r on r.account_id = ${accountId} and ${byTransaction}
    join fiscal_document_contents c on c.account_id = r.account_id and c.document_id = r.id`.execute(trx);
};

/** The kept rows of a table as they are restored: the document under a new version, and without users who are gone. */
const rowsOf = ({ name, user, onlyWithUser }: KeptTable): RawBuilder<unknown> => {
  const all = sql`jsonb_array_elements(coalesce(d.kept -> ${name}, '[]')) r`;
  if (name === 'transactions')
    return sql`(select jsonb_agg(r || jsonb_build_object('version', (r ->> 'version')::integer + 1)) from ${all})`;
  if (user === undefined) return sql`coalesce(d.kept -> ${name}, '[]')`;
  const isThere = sql`exists (select from users u
    where u.account_id = d.account_id and u.id = (r ->> ${user})::bigint)`;
  return onlyWithUser
    ? sql`(select coalesce(jsonb_agg(r), '[]') from ${all} where ${isThere})`
    : sql`(select coalesce(jsonb_agg(case when ${isThere} then r else r || jsonb_build_object(${user}::text, null) end), '[]')
           from ${all})`;
};

/** Inserts the kept rows again, under a new version, and forgets them. The same number of statements for any document. */
export const putBack = async (trx: Trx, accountId: number, id: number): Promise<void> => {
  const kept = sql`from deleted_documents d where d.account_id = ${accountId} and d.id = ${id}`;
  for (const table of TABLES)
    await sql`select insert_kept_rows(${table.name}::regclass, ${rowsOf(table)}) ${kept}`.execute(trx);
  const files = sql`from deleted_contents c where c.account_id = ${accountId} and c.document_id = ${id}`;
  await sql`insert into attachment_contents (account_id, attachment_id, content)
    select c.account_id, c.file_id, c.content ${files} and c.kind = 'ATTACHMENT'`.execute(trx);
  await sql`insert into fiscal_document_contents (account_id, document_id, content)
    select c.account_id, c.file_id, c.content ${files} and c.kind = 'NOTA'`.execute(trx);
  await sql`delete from deleted_documents d where d.account_id = ${accountId} and d.id = ${id}`.execute(trx);
};

/** What a kept document refers to and is no more: "a categoria", "a obra". One statement. */
export const missingReferences = async (trx: Trx, accountId: number, id: number): Promise<string[]> => {
  const isGone = (table: string, key: RawBuilder<unknown>) =>
    sql`(${key} is not null and not exists (
      select from ${sql.table(table)} x where x.account_id = ${accountId} and x.id = ${key}))`;
  const head = (column: string) => sql`(d.kept -> 'transactions' -> 0 ->> ${column})::bigint`;
  const inShares = (table: string, column: string) => sql`exists (
    select from jsonb_array_elements(d.kept -> 'apportionments') a
    where ${isGone(table, sql`(a ->> ${column})::bigint`)})`;
  const { rows } = await sql<{ gone: string[] }>`
    select array_remove(array[
      case when ${isGone('partners', head('partner_id'))} then case d.type when 'DEBIT' then 'o fornecedor' else 'o cliente' end end,
      case when ${isGone('categories', head('category_id'))} then 'a categoria' end,
      case when ${isGone('wallets', head('expected_wallet_id'))} then 'a carteira prevista' end,
      case when ${inShares('buildings', 'building_id')} then 'uma obra do rateio' end,
      case when ${inShares('cost_estimate_groups', 'cost_estimate_group_id')} then 'uma etapa do rateio' end
    ], null) as gone
    from deleted_documents d where d.account_id = ${accountId} and d.id = ${id}`.execute(trx);
  return rows[0]?.gone ?? [];
};
