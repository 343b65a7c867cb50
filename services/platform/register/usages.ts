import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../db/unitOfWork.ts';

/** Something that may use a row: `rows` selects what does, `one` and `many` name it ("despesa", "despesas"). */
export interface Usage {
  one: string;
  many: string;
  rows: RawBuilder<unknown>;
}

/** Columns by which usages are found: those of one row, or references to those of many rows in a statement. */
export interface UsedKey {
  account_id: number | RawBuilder<number>;
  id: number | RawBuilder<number>;
}

/** A row whose usages are asked for. Only its key may select them; the rest of it may name them. */
export type UsedRow<Row> = Row | (Pick<Row, Exclude<keyof Row, keyof UsedKey>> & UsedKey);

/** "2 despesas, 1 receita e 3 transferências" */
const enumerate = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`;

const counted = ({ one, many }: Usage, count: number): string => `${count} ${count === 1 ? one : many}`;

const counting = (usages: readonly Usage[]): RawBuilder<unknown> =>
  sql.join(
    usages.map(({ rows }, index) => sql`select ${sql.lit(index)} as index, count(*) as count from (${rows}) as used`),
    sql` union all `,
  );

/** What uses a row, in words; '' for nothing. */
export const usesOf = async (trx: Trx, usages: readonly Usage[]): Promise<string> => {
  if (usages.length === 0) return '';
  const { rows } = await sql<{ index: number; count: number }>`${counting(usages)} order by index`.execute(trx);
  return enumerate(
    rows.flatMap(({ index, count }) => {
      const usage = usages[index];
      return usage && count > 0 ? [counted(usage, count)] : [];
    }),
  );
};

/** What uses each of many rows, in words, by their ids: one statement for all that are used by the same kinds of rows. */
export const usesOfMany = async <Row extends object>(
  trx: Trx,
  accountId: number,
  rows: readonly { id: number; row: Row }[],
  usagesOf: (row: UsedRow<Row>) => Usage[],
): Promise<Map<number, string>> => {
  const key: UsedKey = { account_id: sql.ref<number>('held.account_id'), id: sql.ref<number>('held.id') };
  const kinds = new Map<string, { usages: Usage[]; ids: number[] }>();
  for (const { id, row } of rows) {
    const usages = usagesOf({ ...row, ...key });
    const name = usages.map(({ one }) => one).join();
    const kind = kinds.get(name) ?? { usages, ids: [] };
    kinds.set(name, kind);
    kind.ids.push(id);
  }
  const uses = new Map<number, string>();
  for (const { usages, ids } of kinds.values()) {
    if (usages.length === 0) continue;
    const found = await sql<{ id: number; index: number; count: number }>`
      select held.id, usage.index, usage.count
        from (select ${accountId}::bigint as account_id, id from unnest(${ids}::bigint[]) as id) held
       cross join lateral (${counting(usages)}) usage
       where usage.count > 0 order by held.id, usage.index`.execute(trx);
    const parts = new Map<number, string[]>();
    for (const { id, index, count } of found.rows) {
      const usage = usages[index];
      if (usage) parts.set(id, [...(parts.get(id) ?? []), counted(usage, count)]);
    }
    for (const [id, names] of parts) uses.set(id, enumerate(names));
  }
  return uses;
};
