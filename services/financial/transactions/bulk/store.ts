import { sql } from 'kysely';
import { isZero } from '#domain/money.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { apportionmentRow, insertApportionments, putShares, rowsOf, type Books } from '../insert.ts';
import type { Change } from './held.ts';

/** Sets the categories of documents; one statement. */
export const storeCategories = async (trx: Trx, accountId: number, changes: readonly Change[]): Promise<void> => {
  const rows = changes.flatMap(({ one, categoryId }) =>
    categoryId === undefined ? [] : [{ id: one.stored.id, c: categoryId }],
  );
  if (rows.length === 0) return;
  await sql`update transactions t set category_id = r.c from ${rowsOf(rows, 'id bigint, c bigint')}
    where t.account_id = ${accountId} and t.id = r.id`.execute(trx);
};

type Share = Exclude<Change['share'], undefined>;

/** Moves the single shares of documents, gives one to those without, takes it away where it is null; four statements. */
export const storeBuildings = async (trx: Trx, books: Books, changes: readonly Change[]): Promise<void> => {
  const asked = changes.flatMap(({ one, share }) => (share === undefined ? [] : [{ stored: one.stored, share }]));
  const has = ({ stored }: { stored: Change['one']['stored'] }) => stored.apportionments.length > 0;
  await moveShares(
    trx,
    books,
    asked.filter(has).map(({ stored, share }) => ({ id: stored.id, share })),
  );
  await addShares(
    trx,
    books,
    asked.filter((each) => !has(each)),
  );
};

const moveShares = async (
  trx: Trx,
  { accountId }: Books,
  moved: readonly { id: number; share: Share }[],
): Promise<void> => {
  const gone = moved.filter(({ share }) => share === null).map(({ id }) => id);
  if (gone.length > 0) {
    await sql`delete from apportionments where account_id = ${accountId}
      and transaction_id = any(${gone}::bigint[])`.execute(trx);
  }
  const rows = moved.flatMap(({ id, share }) => (share ? [{ id, b: share.buildingId, s: share.stageId }] : []));
  if (rows.length === 0) return;
  await sql`update apportionments a set building_id = r.b, cost_estimate_group_id = r.s
      from ${rowsOf(rows, 'id bigint, b bigint, s bigint')}
    where a.account_id = ${accountId} and a.transaction_id = r.id`.execute(trx);
};

/** The whole document, with all of its installments, is of the building. */
const addShares = async (
  trx: Trx,
  books: Books,
  added: readonly { stored: Change['one']['stored']; share: Share }[],
): Promise<void> => {
  const rows = added.flatMap(({ stored, share }) => (share ? [{ stored, share }] : []));
  const idOf = await insertApportionments(
    trx,
    books,
    rows.map(({ stored, share }) => ({
      transaction_id: stored.id,
      ...apportionmentRow({
        ...{ id: null, position: 1, path: '', ...share, grossValue: stored.grossValue },
        invoiceValue: stored.retentions.length > 0 ? stored.invoiceValue : null,
        ...{ percentage: '100.00', isCustomerCharged: false },
      }),
    })),
  );
  await putShares(
    trx,
    books,
    rows.flatMap(({ stored }) =>
      stored.installments
        .filter(({ grossValue }) => !isZero(grossValue))
        .map((installment) => ({
          ...{ transactionId: stored.id, installmentId: installment.id },
          ...{ apportionmentId: idOf(stored.id, 1) ?? 0, share: installment },
        })),
    ),
  );
};
