import { sql } from 'kysely';
import { publishedTableName, type Regime } from '#domain/engineering/publishedPrices.ts';
import type { ImportResult } from '#schema/engineering/imports/costDatabaseImport.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { JobRefused } from '../../platform/jobs/kinds.ts';
import { repriceUsers } from '../tasks/reprice.ts';
import { requireNoApprovedUse } from './approved.ts';
import { affected, literal, writeDefinitions, type Place, type StoredDefinitions } from './definitions.ts';
import { COMPOSITION_SHEETS, INPUT_SHEETS } from './layout.ts';
import type { Choice, Month } from './month.ts';
import { KINDS, tableKey, tablesOf, type Kind } from './published.ts';

export interface Writing {
  /** First day of the month. */
  firstDay: string;
  month: Month;
  choice: Choice;
  /** Called after each cost database; throws when the writing is to stop. */
  onTable(written: number): void;
}

type Written = Pick<
  ImportResult,
  'unchanged' | 'tables' | 'inputs' | 'compositions' | 'prices' | 'replacedPrices' | 'repriced'
>;

const catalogueOf = async (trx: Trx, accountId: number, month: string): Promise<number> => {
  await sql`insert into catalogues (account_id, source, month) values (${accountId}, 'SINAPI', ${month})
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ id: number }>`select id from catalogues
    where account_id = ${accountId} and source = 'SINAPI' and month = ${month} for update`.execute(trx);
  return rows[0]?.id ?? 0;
};

const makeTable = async (
  trx: Trx,
  { accountId, catalogueId }: Place,
  { name, state, regime }: { name: string; state: string; regime: Regime },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into product_tables (account_id, catalogue_id, name, source, state, regime)
    values (${accountId}, ${catalogueId}, ${name}, 'SINAPI', ${state}, ${regime})
    on conflict do nothing returning id`.execute(trx);
  if (rows[0]) return rows[0].id;
  throw new JobRefused(`Já existe uma tabela de insumos chamada "${name}". Mude o nome dela e importe de novo.`);
};

interface Column {
  tableId: number;
  isNew: boolean;
  kind: Kind;
  /** Definitions and their prices, in the same order; '' where there is none. */
  ids: number[];
  prices: string[];
}

/** Rows of a cost database whose price is no longer what it was, by key. */
interface Replaced {
  ids: number[];
  added: number;
}

const insertPrices = async (trx: Trx, accountId: number, { tableId, kind, ids, prices }: Column): Promise<number> => {
  const { table, price } = KINDS[kind];
  const inserted = await sql`
    insert into ${table} (account_id, product_table_id, definition_id, ${price})
    select ${accountId}::bigint, ${tableId}::bigint, f.id, f.price
      from unnest(${literal(ids)}::bigint[], ${literal(prices)}::numeric[]) as f (id, price)
    on conflict (account_id, definition_id, product_table_id) do nothing`.execute(trx);
  return affected(inserted);
};

/** Changes the prices that differ; what is no longer published loses its price and leaves the lists. */
const updatePrices = async (trx: Trx, accountId: number, { tableId, kind, ids, prices }: Column): Promise<number[]> => {
  const { table, price } = KINDS[kind];
  const file = sql`unnest(${literal(ids)}::bigint[], ${literal(prices)}::numeric[]) as f (id, price)`;
  const changed = await sql<{ id: number }>`
    update ${table} r set ${price} = f.price, active = true from ${file}
     where r.account_id = ${accountId} and r.product_table_id = ${tableId} and r.definition_id = f.id
       and (r.${price} is distinct from f.price or not r.active) returning r.id`.execute(trx);
  const gone = await sql<{ id: number }>`
    update ${table} r set ${price} = null, active = false
     where r.account_id = ${accountId} and r.product_table_id = ${tableId} and r.active
       and not (r.definition_id = any(${literal(ids)}::bigint[])) returning r.id`.execute(trx);
  return [...changed.rows, ...gone.rows].map(({ id }) => id);
};

const writeColumn = async (trx: Trx, accountId: number, column: Column): Promise<Replaced> => {
  const ids = column.isNew ? [] : await updatePrices(trx, accountId, column);
  return { ids, added: await insertPrices(trx, accountId, column) };
};

const sheetOf = (kind: Kind) => (kind === 'INPUT' ? INPUT_SHEETS : COMPOSITION_SHEETS);

/** Prices of a state and regime, by definition. */
const columnOf = (
  { month }: Writing,
  stored: StoredDefinitions,
  { kind, regime, at }: { kind: Kind; regime: Regime; at: number },
): Pick<Column, 'ids' | 'prices'> => {
  const known = kind === 'INPUT' ? stored.inputs : stored.compositions;
  const ids: number[] = [];
  const prices: string[] = [];
  for (const [key, row] of month.prices.get(sheetOf(kind)[regime]) ?? []) {
    const id = known.get(key);
    if (id === undefined) continue;
    ids.push(id);
    prices.push(row.prices.split(';')[at] ?? '');
  }
  return { ids, prices };
};

/**
 * Writes a month in the SQL transaction of its job: nothing of it is seen before all of it is there. What is stored
 * already keeps its ids, since compositions refer to them.
 */
export const writeMonth = async (trx: Trx, work: Work, writing: Writing): Promise<Written> => {
  const { accountId } = work.session;
  const { firstDay, month, choice } = writing;
  const place = { accountId, catalogueId: await catalogueOf(trx, accountId, firstDay) };
  // An estimate may have been approved while the file was read.
  await requireNoApprovedUse(trx, accountId, firstDay, choice);
  const tables = await tablesOf(trx, accountId, firstDay);
  const stored = await writeDefinitions(trx, place, month);
  const changed: Record<Kind, number[]> = { INPUT: [], COMPOSITION: [] };
  let [added, prices, made] = [0, 0, 0];
  for (const regime of choice.regimes) {
    for (const [at, state] of choice.states.entries()) {
      const known = tables.get(tableKey({ state, regime }));
      const name = publishedTableName(firstDay, state, regime);
      const tableId = known?.id ?? (await makeTable(trx, place, { name, state, regime }));
      for (const kind of ['INPUT', 'COMPOSITION'] as const) {
        const column = { tableId, isNew: !known, kind, ...columnOf(writing, stored, { kind, regime, at }) };
        const replaced = await writeColumn(trx, accountId, column);
        for (const id of replaced.ids) changed[kind].push(id);
        added += replaced.added;
        prices += column.prices.filter((price) => price !== '').length;
      }
      writing.onTable((made += 1));
    }
  }
  const replacedPrices = changed.INPUT.length + changed.COMPOSITION.length;
  const repriced = replacedPrices === 0 ? undefined : await repriceUsers(trx, work, changed.INPUT, changed.COMPOSITION);
  return {
    unchanged: stored.changed + added + replacedPrices === 0,
    tables: made,
    inputs: month.inputs.size,
    compositions: month.compositions.size,
    prices,
    replacedPrices,
    repriced: repriced?.changed ?? 0,
  };
};
