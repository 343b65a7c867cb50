import { sql, type RawBuilder } from 'kysely';
import type { Watched } from '#schema/platform/changes.ts';
import { invalid, type FieldError } from '../../errors.ts';
import type { Session } from '../../session.ts';
import type { Trx } from '../../db/unitOfWork.ts';
import { fingerprint, readCursor, requirePast, requireSame, writeCursor, type Position } from './cursor.ts';
import { rightsBehind, seenChanges } from './seen.ts';

/** Rows of one answer, also where more are asked for: a list is run for their ids. */
const MAX_CHANGES = 1_000;
const BEGINNING: Position = { tx: '0', id: '0' };
/** Above every key of a row. */
const LAST_ID = '9223372036854775807';

/** A call of a list with `changedSince`, validated by its schema. */
export interface ChangesCall {
  session: Session;
  watched: Watched;
  path: string;
  params: { companyId?: number };
  query: { changedSince?: string; page?: number; size?: number; sort?: string; ids?: string };
}

/** A page of any list. */
interface Listed {
  content: { id: number }[];
  number: number;
  size: number;
}

interface ChangedRow {
  id: string | null;
  tx: string | null;
  next: string;
  epoch: string;
}

const refuseOrder = ({ query }: ChangesCall): void => {
  const problems = (['page', 'sort', 'ids'] as const)
    .filter((key) => query[key] !== undefined)
    .map((path): FieldError => ({ path, message: 'Com changedSince, a lista vem na ordem das mudanças.' }));
  if (problems.length > 0) throw invalid(problems);
};

/**
 * The next changes in the order of their transactions, and one more where there are more; at least one row, without id
 * where nothing changed. Transactions under way are not passed: their changes, and all later ones, wait for their end.
 */
const readChanges = async (trx: Trx, seen: RawBuilder<unknown>, after: Position, size: number) => {
  const { rows } = await sql<ChangedRow>`
    select r.id::text, r.tx::text, pg_snapshot_xmin(pg_current_snapshot())::text as next, change_epoch() as epoch
      from (values (1)) one
      left join lateral (
        select c.entity_id as id, c.tx from row_changes c
         where ${seen} and c.tx < pg_snapshot_xmin(pg_current_snapshot())
           and (c.tx, c.entity_id) > (${after.tx}::xid8, ${after.id}::bigint)
         order by c.tx, c.entity_id limit ${size + 1}) r on true
     order by r.tx, r.id`.execute(trx);
  return rows;
};

/**
 * Answers a list with `changedSince` by running it for the ids that changed (docs/decisions/0087): what it does not
 * answer then is deleted, or no longer among its rows. The list may read later than the changes: what changed in between
 * comes again with the next cursor. @throws ServiceError 400 for a cursor that does not fit
 */
export const answerChanges = async <Answer>(
  call: ChangesCall,
  read: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
  list: (query: ChangesCall['query']) => Promise<Answer> | Answer,
): Promise<Answer> => {
  const { session, watched, path, params, query } = call;
  const { changedSince = '', size: wanted = MAX_CHANGES, ...filters } = query;
  refuseOrder(call);
  const cursor = readCursor(changedSince);
  const size = Math.min(wanted, MAX_CHANGES);
  const seen = seenChanges(session, watched, params.companyId);
  const rows = await read((trx) => readChanges(trx, seen, cursor?.position ?? BEGINNING, size));
  const { next = '0', epoch = '' } = rows[0] ?? {};
  const binding = {
    epoch,
    list: fingerprint([session.accountId, path, params, filters]),
    rights: fingerprint(rightsBehind(session, watched)),
  };
  if (cursor) {
    requireSame(cursor.binding, binding);
    requirePast(cursor.position, next);
  }
  const changed = rows.slice(0, size).flatMap(({ id, tx }) => (id === null || tx === null ? [] : [{ id, tx }]));
  const listed = await listWhole(changed, filters, list);
  const more = rows.length > listed.changed.length && listed.changed.length > 0;
  const reached = more ? listed.changed.at(-1) : { tx: String(BigInt(next) - 1n), id: LAST_ID };
  return arranged(listed, size, { cursor: writeCursor(binding, reached ?? BEGINNING), more });
};

interface Whole<Answer> {
  changed: readonly Position[];
  answer: Answer & Listed;
}

/** Runs the list for all ids, or for as many as it answers on one page. */
const listWhole = async <Answer>(
  changed: readonly Position[],
  filters: object,
  list: (query: ChangesCall['query']) => Promise<Answer> | Answer,
): Promise<Whole<Answer>> => {
  // Asked without ids, too: a list that refuses its caller does so. No row has the key 0.
  const ids = changed.map(({ id }) => id).join(',') || '0';
  // Safe cast: only pages of rows with ids are watched.
  const answer = (await list({ ...filters, ids, size: Math.max(changed.length, 1) })) as Answer & Listed;
  return answer.size >= changed.length ? { changed, answer } : listWhole(changed.slice(0, answer.size), filters, list);
};

const arranged = <Answer>(
  { changed, answer }: Whole<Answer>,
  size: number,
  { cursor, more }: { cursor: string; more: boolean },
): Answer => {
  const rows = new Map(answer.content.map((row) => [row.id, row]));
  const ids = changed.map(({ id }) => Number(id));
  const content = ids.flatMap((id) => rows.get(id) ?? []);
  const deleted = ids.filter((id) => !rows.has(id)).sort((one, other) => one - other);
  return { ...answer, content, size, changes: { cursor, more, deleted } };
};
