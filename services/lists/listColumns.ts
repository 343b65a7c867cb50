import type { FastifyInstance } from 'fastify';
import type { ColumnChoice } from '#domain/listColumns.ts';
import { listColumnEndpoints as endpoints, type ListColumns } from '#schema/lists/listColumns.rest.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';
import { implement } from '../platform/http/route.ts';
import { Problems } from '../platform/problems.ts';
import type { Session } from '../platform/session.ts';

const readOwn = (trx: Trx, { accountId, userId }: Session): Promise<ListColumns[]> =>
  trx
    .selectFrom('list_columns')
    .select(['list', 'columns'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .orderBy('list')
    .execute();

/** @throws ServiceError 422 at a column that stands there twice */
const check = (columns: readonly ColumnChoice[]): void => {
  const problems = new Problems();
  const seen = new Set<string>();
  columns.forEach(({ id }, index) => {
    if (seen.has(id)) problems.rule(`columns.${index}.id`, 'Esta coluna já está na lista.');
    seen.add(id);
  });
  problems.refuse();
};

const save = async (trx: Trx, { accountId, userId }: Session, { list, columns }: ListColumns): Promise<ListColumns> => {
  check(columns);
  if (columns.length === 0) {
    await trx
      .deleteFrom('list_columns')
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .execute();
    return { list, columns };
  }
  const values = { columns: JSON.stringify(columns) };
  await trx
    .insertInto('list_columns')
    .values({ account_id: accountId, user_id: userId, list, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id', 'list']).doUpdateSet(values))
    .execute();
  return { list, columns };
};

/** How users see the columns of lists, each their own (docs/decisions/0108). */
export const listColumns = async (app: FastifyInstance): Promise<void> => {
  implement(app, endpoints.get, ({ session, read }) => read(async (trx) => ({ content: await readOwn(trx, session) })));
  implement(app, endpoints.save, ({ session, body, write }) => write((trx) => save(trx, session, body)));
};
