import { sql, type RawBuilder } from 'kysely';
import { isFigure } from '#domain/financial/financialStatement/lines.ts';
import { firstDay } from '#domain/financial/financialStatement/months.ts';
import type { StatementNote, StatementNoteBody } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import { invalid, notFound, staleVersion } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { StatementPeriod, StatementScope } from './scope.ts';

const ENTITY = 'statementNote';
const MISSING = 'Nota não encontrada.';

const selectNotes = (condition: RawBuilder<unknown>): RawBuilder<StatementNote> => sql<StatementNote>`
  select n.id, n.figure, n.regime, to_char(n.month, 'YYYY-MM') as month, n.building_id as "buildingId", n.text,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as author,
         n.written_at as "writtenAt", n.version
  from statement_notes n left join users u on u.account_id = n.account_id and u.id = n.author_id
  where ${condition} order by n.month, n.figure, n.id`;

/** Notes on the figures of a statement; those of a building are not those of its company. */
export const readNotes = async (
  trx: Trx,
  { accountId, companyId, building }: StatementScope,
  { regime, from, to }: StatementPeriod,
): Promise<StatementNote[]> => {
  const { rows } = await selectNotes(sql`
    n.account_id = ${accountId} and n.company_id = ${companyId} and n.regime = ${regime}
    and n.building_id is not distinct from ${building?.id ?? null}::bigint
    and n.month between ${firstDay(from)}::date and ${firstDay(to)}::date`).execute(trx);
  return rows;
};

export const readNote = async (trx: Trx, accountId: number, companyId: number, id: number): Promise<StatementNote> => {
  const { rows } = await selectNotes(
    sql`n.account_id = ${accountId} and n.company_id = ${companyId} and n.id = ${id}`,
  ).execute(trx);
  const [note] = rows;
  if (!note) throw notFound(MISSING);
  return note;
};

/** The category of a figure, which must be the account's. @throws ServiceError 400 for what is no row of a statement */
const requireFigure = async (trx: Trx, accountId: number, figure: string): Promise<void> => {
  const message = 'Esta linha não existe no demonstrativo de resultado.';
  const category = /^category-(\d+)$/.exec(figure)?.[1];
  const exists =
    category === undefined ||
    (await trx
      .selectFrom('categories')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '=', Number(category))
      .executeTakeFirst()) !== undefined;
  if (!isFigure(figure) || !exists) throw invalid([{ path: 'figure', message }], message);
};

/** @throws ServiceError 400 for an unknown figure, 409 for one that has a note */
export const createNote = async (
  trx: Trx,
  work: Work,
  { accountId, companyId, building }: StatementScope,
  body: StatementNoteBody,
): Promise<StatementNote> => {
  await requireFigure(trx, accountId, body.figure);
  const { id } = await trx
    .insertInto('statement_notes')
    .values({
      account_id: accountId,
      company_id: companyId,
      building_id: building?.id ?? null,
      ...{ regime: body.regime, month: firstDay(body.month), figure: body.figure, text: body.text.trim() },
      author_id: work.session.userId,
      written_at: work.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  work.audit({ action: 'create', entity: ENTITY, entityId: id, details: { ...body, text: body.text.trim() } });
  return readNote(trx, accountId, companyId, id);
};

interface Place {
  accountId: number;
  companyId: number;
  id: number;
  version?: number | undefined;
}

/** Holds the note until the command ends. @throws ServiceError 404, 409 for another version */
const holdNote = async (trx: Trx, { accountId, companyId, id, version }: Place): Promise<string> => {
  const { rows } = await sql<{ version: number; text: string }>`
    select version, text from statement_notes
    where account_id = ${accountId} and company_id = ${companyId} and id = ${id} for update`.execute(trx);
  const [held] = rows;
  if (!held) throw notFound(MISSING);
  if (version !== undefined && version !== held.version) throw staleVersion();
  return held.text;
};

/** Changes the text, and who stands for it. */
export const updateNote = async (trx: Trx, work: Work, place: Place, sent: string): Promise<StatementNote> => {
  const { accountId, companyId, id } = place;
  const [before, text] = [await holdNote(trx, place), sent.trim()];
  await sql`update statement_notes set text = ${text}, author_id = ${work.session.userId}, written_at = ${work.clock.now()},
      version = version + 1 where account_id = ${accountId} and id = ${id}`.execute(trx);
  work.audit({ action: 'update', entity: ENTITY, entityId: id, details: { before, text } });
  return readNote(trx, accountId, companyId, id);
};

export const removeNote = async (trx: Trx, work: Work, place: Place): Promise<void> => {
  const text = await holdNote(trx, place);
  await sql`delete from statement_notes where account_id = ${place.accountId} and id = ${place.id}`.execute(trx);
  work.audit({ action: 'delete', entity: ENTITY, entityId: place.id, details: { text } });
};
