import { sql } from 'kysely';
import { notFound, ruleBroken } from '../../errors.ts';
import type { Trx, Work } from '../../db/unitOfWork.ts';
import type { Reversal, Written } from './reversal.ts';

/** What an import wrote: rows of its own register, and references that were made for them. */
interface Recorded {
  entity: string;
  fileName: string;
  groups: readonly { reversal: Reversal; rows: readonly Omit<Written, 'version'>[] }[];
}

/** Keeps what an import wrote, with the versions that its rows have now, and answers the import's id. */
export const recordImport = async (trx: Trx, work: Work, { entity, fileName, groups }: Recorded): Promise<number> => {
  const { accountId, userId } = work.session;
  const made = await sql<{ id: number }>`
    insert into register_imports (account_id, entity, file_name, user_id, made_at)
    values (${accountId}, ${entity}, ${fileName}, ${userId}, ${work.clock.now()}) returning id`.execute(trx);
  const id = made.rows[0]?.id ?? 0;
  let position = 0;
  for (const { reversal, rows } of groups) {
    const placed = rows.map((row) => ({ ...row, position: position++ }));
    await sql`
      insert into register_import_rows (account_id, import_id, position, entity, row_id, version, before)
      select t.account_id, ${id}, n.position, ${reversal.entity}, t.id, t.version, n.before
        from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as n (id bigint, position integer, before jsonb)
        join ${sql.table(reversal.table)} t on t.account_id = ${accountId} and t.id = n.id`.execute(trx);
  }
  return id;
};

const NOT_FOUND = 'Importação não encontrada.';
const UNDONE_BEFORE = 'Esta importação já foi desfeita.';

/**
 * Marks an import as undone, held until the end of the transaction, and answers the name of its file.
 * @throws ServiceError 404 for one of another register or account, 422 for one that was undone before
 */
export const closeImport = async (trx: Trx, work: Work, entity: string, id: number): Promise<string> => {
  const { accountId, userId } = work.session;
  const { rows } = await sql<{ file_name: string; undone: boolean }>`
    select file_name, undone_at is not null as undone from register_imports
     where account_id = ${accountId} and id = ${id} and entity = ${entity} for update`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound(NOT_FOUND);
  if (found.undone) throw ruleBroken(UNDONE_BEFORE);
  await sql`update register_imports set undone_at = ${work.clock.now()}, undone_by = ${userId}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  return found.file_name;
};

/** What an import wrote, by the kinds of its rows, in the order in which they were recorded. */
export const writtenBy = async (trx: Trx, accountId: number, id: number): Promise<Map<string, Written[]>> => {
  const { rows } = await sql<Written & { entity: string }>`
    select entity, row_id as id, version, before from register_import_rows
     where account_id = ${accountId} and import_id = ${id} order by position`.execute(trx);
  const byEntity = new Map<string, Written[]>();
  for (const { entity, ...written } of rows) {
    const known = byEntity.get(entity);
    if (known) known.push(written);
    else byEntity.set(entity, [written]);
  }
  return byEntity;
};
