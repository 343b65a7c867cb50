import { sql, type RawBuilder } from 'kysely';
import { factorOf } from '#domain/purchase/orders/prices.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { estimatePricesOf } from '../orders/check/prices.ts';
import { unitOf } from '../orders/store.ts';
import { nextDocument } from '../series.ts';
import type { QuoteDraft, QuoteLineDraft, SupplierDraft } from './draft.ts';
import type { QuoteReferences } from './references.ts';

interface Key {
  accountId: number;
  id: number;
}

const columnsOf = (draft: QuoteDraft): Record<string, unknown> => ({
  building_id: draft.buildingId,
  buyer_id: draft.buyerId,
  title: draft.title,
  delivery_date: draft.deliveryDate,
  delivery_place: draft.deliveryPlace,
  message: draft.message,
  phone: draft.phone,
  deadline: draft.deadline,
  monthly_rate: draft.monthlyRate,
});

export const insertQuote = async (
  trx: Trx,
  { session: { accountId }, clock }: Work,
  companyId: number,
  draft: QuoteDraft,
): Promise<number> => {
  const document =
    draft.document ?? (await nextDocument(trx, { table: 'quotes', prefix: 'COT' }, { accountId, companyId }));
  const columns = {
    ...columnsOf(draft),
    ...{ account_id: accountId, company_id: companyId, document, created_at: clock.now(), updated_at: clock.now() },
  };
  const names = Object.keys(columns).map((name) => sql.ref(name));
  const { rows } = await sql<{ id: number }>`
    insert into quotes (${sql.join(names)}) values (${sql.join(Object.values(columns))}) returning id`.execute(trx);
  return rows[0]?.id ?? 0;
};

/** Writes columns of a quote, which counts as changed. */
export const touchQuote = async (
  trx: Trx,
  { session: { accountId }, clock }: Work,
  id: number,
  columns: Record<string, unknown>,
): Promise<void> => {
  const set = Object.entries({ ...columns, updated_at: clock.now() }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update quotes set ${sql.join([sql`version = version + 1`, ...set])}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
};

export const updateQuoteHeader = (trx: Trx, work: Work, id: number, draft: QuoteDraft): Promise<void> =>
  touchQuote(trx, work, id, { ...columnsOf(draft), document: draft.document });

/** A line as it is stored. */
export interface QuoteLineRow {
  id: number | null;
  position: number;
  product_id: number | null;
  product_factor: string | null;
  code: string | null;
  description: string | null;
  unit_id: number | undefined;
  unit_factor: string;
  quantity: string;
  stage_id: number | null;
  reference_price: string | null;
}

const lineRow = (line: QuoteLineDraft, position: number, references: QuoteReferences): QuoteLineRow => {
  const { before, productId, quantity, stageId } = line;
  const product = references.product(productId);
  const same = before !== undefined && before.product?.id === productId;
  const unit =
    productId === null
      ? { unit_id: line.unitId, unit_factor: '1' }
      : unitOf({ productId, unitId: line.unitId, before }, product);
  return {
    ...{ id: before?.id ?? null, position, product_id: productId, ...unit, quantity, stage_id: stageId },
    product_factor: same ? before.productFactor : null,
    code: same ? (before.product?.code ?? null) : (product?.code ?? null),
    description: line.description ?? product?.name ?? null,
    reference_price: line.referencePrice ?? null,
  };
};

/** The lines as they are stored; a reference price that nobody stated is that of the cost estimate. */
export const lineRows = async (
  trx: Trx,
  accountId: number,
  { lines, buildingId }: QuoteDraft,
  references: QuoteReferences,
): Promise<QuoteLineRow[]> => {
  const rows = lines.map((line, index) => lineRow(line, index + 1, references));
  const asked = rows.filter((row, index) => row.product_id !== null && lines[index]?.referencePrice === undefined);
  if (asked.length === 0) return rows;
  const wanted = asked.map((row) => ({
    productId: row.product_id ?? 0,
    factor: factorOf(row.unit_factor, row.product_factor),
  }));
  const prices = await estimatePricesOf(trx, { accountId, buildingId }, wanted);
  const priced = new Map(asked.map((row, index) => [row, prices[index] ?? null]));
  return rows.map((row) => ({ ...row, reference_price: priced.get(row) ?? row.reference_price }));
};

const recordsOf = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`;

const LINE_COLUMNS = `id bigint, position integer, product_id bigint, product_factor numeric, code text, description text,
  unit_id bigint, unit_factor numeric, quantity numeric, stage_id bigint, reference_price numeric`;

/** Writes the lines of a quote, and deletes those that it has no more. */
export const storeLines = async (trx: Trx, { accountId, id }: Key, rows: readonly QuoteLineRow[]): Promise<void> => {
  const kept = rows.flatMap((row) => row.id ?? []);
  await sql`delete from quote_lines
    where account_id = ${accountId} and quote_id = ${id} and not id = any(${kept}::bigint[])`.execute(trx);
  if (kept.length > 0)
    await sql`
      update quote_lines l set position = r.position, product_id = r.product_id, product_factor = r.product_factor,
             code = r.code, description = r.description, unit_id = r.unit_id, unit_factor = r.unit_factor,
             quantity = r.quantity, stage_id = r.stage_id, reference_price = r.reference_price
        from ${recordsOf(
          rows.filter((row) => row.id !== null),
          LINE_COLUMNS,
        )}
       where l.account_id = ${accountId} and l.quote_id = ${id} and l.id = r.id`.execute(trx);
  const added = rows.filter((row) => row.id === null);
  if (added.length === 0) return;
  await sql`
    insert into quote_lines (account_id, quote_id, building_id, position, product_id, product_factor, code, description,
      unit_id, unit_factor, quantity, stage_id, reference_price)
    select q.account_id, q.id, q.building_id, r.position, r.product_id, r.product_factor, r.code, r.description, r.unit_id,
           r.unit_factor, r.quantity, r.stage_id, r.reference_price
      from quotes q cross join ${recordsOf(added, LINE_COLUMNS)}
     where q.account_id = ${accountId} and q.id = ${id} order by r.position`.execute(trx);
};

/** Writes the suppliers of a quote, and deletes those that it has no more: nothing was sent to them. */
export const storeSuppliers = async (
  trx: Trx,
  { accountId, id }: Key,
  suppliers: readonly SupplierDraft[],
): Promise<void> => {
  const rows = suppliers.map(({ partnerId, email }, index) => ({
    ...{ position: index + 1, partner_id: partnerId, email },
  }));
  const partners = suppliers.map(({ partnerId }) => partnerId);
  await sql`delete from quote_suppliers
    where account_id = ${accountId} and quote_id = ${id} and not partner_id = any(${partners}::bigint[])`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    insert into quote_suppliers (account_id, quote_id, partner_id, position, email)
    select ${accountId}::bigint, ${id}::bigint, r.partner_id, r.position, r.email
      from ${recordsOf(rows, 'position integer, partner_id bigint, email text')} order by r.position
    on conflict (account_id, quote_id, partner_id) do update set position = excluded.position, email = excluded.email`.execute(
    trx,
  );
};
