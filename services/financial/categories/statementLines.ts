import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isStatementLine } from '#domain/statementLines.ts';
import {
  statementLinesEndpoint,
  type Category,
  type StatementLinesBody,
  type TransactionType,
} from '#schema/financial/categories.rest.ts';
import { staleVersion } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { closedLines } from '../monthClosing/closedDays.ts';
import { requireType } from './categories.ts';

interface Held {
  id: number;
  type: TransactionType;
  statementLine: string | null;
  version: number;
}

/** Locks the categories in the order of their ids: two calls wait for each other, once. */
const hold = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, Held>> => {
  const { rows } = await sql<Held>`
    select id, type, statement_line as "statementLine", version from categories
    where account_id = ${accountId} and id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
};

const check = ({ items }: StatementLinesBody, held: ReadonlyMap<number, Held>): void => {
  const problems = new Problems();
  items.forEach(({ id, statementLine }, index) => {
    const at = (field: string) => `items.${index}.${field}`;
    if (!held.has(id)) problems.rule(at('id'), 'Categoria não encontrada.');
    if (items.findIndex((other) => other.id === id) < index)
      problems.rule(at('id'), 'Esta categoria aparece duas vezes.');
    if (statementLine !== null && !isStatementLine(statementLine)) {
      problems.rule(at('statementLine'), 'Esta linha não existe no demonstrativo de resultado.');
    }
  });
  problems.refuse();
};

const classify = async (trx: Trx, work: Work, session: Session, body: StatementLinesBody): Promise<Category[]> => {
  const { accountId } = session;
  const ids = body.items.map(({ id }) => id);
  const held = await hold(trx, accountId, ids);
  check(body, held);
  for (const { id, version } of body.items) {
    requireType(session, held.get(id)?.type);
    if (version !== undefined && version !== held.get(id)?.version) throw staleVersion();
  }
  const moved = body.items.filter(({ id, statementLine }) => held.get(id)?.statementLine !== statementLine);
  const closed = await closedLines(
    trx,
    accountId,
    moved.map(({ id }) => id),
  );
  const problems = new Problems();
  body.items.forEach(({ id }, index) => {
    const sentence = closed.get(id);
    if (sentence !== undefined) problems.rule(`items.${index}.statementLine`, sentence);
  });
  problems.refuse();
  await sql`
    update categories c set statement_line = r.line, version = c.version + 1
    from json_to_recordset(${JSON.stringify(moved.map(({ id, statementLine }) => ({ id, line: statementLine })))}::json)
      as r(id bigint, line text)
    where c.account_id = ${accountId} and c.id = r.id`.execute(trx);
  for (const { id, statementLine } of moved) {
    const before = held.get(id)?.statementLine ?? null;
    work.audit({ action: 'update', entity: 'category', entityId: id, details: { statementLine, before } });
  }
  const { rows } = await sql<Category>`
    select id, type, name, statement_line as "statementLine", active, version,
           json_build_object('id', account_id) as account
    from categories where account_id = ${accountId} and id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`.execute(trx);
  return rows;
};

/** Categories that move to lines of the income statement, several at once. */
export const statementLines = async (app: FastifyInstance): Promise<void> => {
  implement(app, statementLinesEndpoint, async ({ session, body, write }) => ({
    content: await write((trx, work) => classify(trx, work, session, body)),
  }));
};
