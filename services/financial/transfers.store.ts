import { sql, type Insertable } from 'kysely';
import { isPositive, money } from '#domain/money.ts';
import type { Transfer, TransferBody } from '#schema/financial/transfers.rest.ts';
import { notFound, ruleBroken, type FieldError } from '../platform/errors.ts';
import { mapPage, matches, type RegisterListRules } from '../platform/register/listFilters.ts';
import { fetchPage, readListQuery, type ListKeys } from '../platform/register/lists.ts';
import { register } from '../platform/register/register.ts';
import type { Session } from '../platform/session.ts';
import { blankAsNull } from '../platform/text.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';
import type { TransferRow as TransferTable } from './tables.ts';

const TRANSFER_NOT_FOUND = 'Transferência não encontrada.';

/** Creates, updates and deletes transfers. No table refers to them, so nothing blocks a deletion. */
export const transferRegister = register({
  table: 'transfers',
  entity: 'transfer',
  noun: { name: 'Transferência', feminine: true },
  missing: TRANSFER_NOT_FOUND,
  usages: () => [],
});

/**
 * Converts a body to a row. Locks both wallets against deactivation and deletion, without blocking other transfers.
 * @throws ServiceError 422 with every field that breaks a rule
 */
export const transferColumns = async (
  trx: Trx,
  session: Session,
  companyId: number,
  body: TransferBody,
): Promise<Omit<Insertable<TransferTable>, 'account_id'>> => {
  const wallets = await trx
    .selectFrom('wallets')
    .select(['id', 'active'])
    .where('account_id', '=', session.accountId)
    .where('company_id', '=', companyId)
    .where('id', 'in', [body.sourceWalletId, body.targetWalletId])
    .orderBy('id')
    .forShare()
    .execute();
  const amount = money(body.amount);
  refuse([
    ...(isPositive(amount) ? [] : [{ path: 'amount', message: 'Informe um valor maior que zero.' }]),
    ...problemOf('sourceWalletId', body.sourceWalletId, wallets),
    ...problemOf('targetWalletId', body.targetWalletId, wallets),
    ...(body.sourceWalletId === body.targetWalletId
      ? [{ path: 'targetWalletId', message: 'Escolha duas carteiras diferentes.' }]
      : []),
  ]);
  return {
    company_id: companyId,
    amount,
    date: body.date,
    source_wallet_id: body.sourceWalletId,
    target_wallet_id: body.targetWalletId,
    description: blankAsNull(body.description) ?? null,
  };
};

const problemOf = (path: string, id: number, wallets: { id: number; active: boolean }[]): FieldError[] => {
  const wallet = wallets.find((row) => row.id === id);
  if (!wallet) return [{ path, message: 'Carteira não encontrada.' }];
  return wallet.active ? [] : [{ path, message: 'Esta carteira está inativa.' }];
};

const refuse = (problems: FieldError[]): void => {
  const [first] = problems;
  if (first) throw ruleBroken(first.message, problems);
};

const rules: RegisterListRules = {
  sortable: { date: 'x.date', amount: 'x.amount', id: 'x.id' },
  defaultSort: 'date:desc,id:desc',
  key: 'x.id',
  searched: sql`coalesce(x.description, '')`,
};

const rowsOf = (trx: Trx, session: Session, companyId: number) =>
  trx
    .selectFrom('transfers as x')
    .innerJoin('wallets as s', (join) =>
      join.onRef('s.account_id', '=', 'x.account_id').onRef('s.id', '=', 'x.source_wallet_id'),
    )
    .innerJoin('wallets as t', (join) =>
      join.onRef('t.account_id', '=', 'x.account_id').onRef('t.id', '=', 'x.target_wallet_id'),
    )
    .where('x.account_id', '=', session.accountId)
    .where('x.company_id', '=', companyId);

type Rows = ReturnType<typeof rowsOf>;
const withColumns = (rows: Rows) =>
  rows
    .selectAll('x')
    .select(['s.identifier as source_name', 't.identifier as target_name'])
    .select(
      sql<boolean>`exists (select from bank_links k where k.account_id = x.account_id and k.transfer_id = x.id)`.as(
        'reconciled',
      ),
    );
type TransferRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const answer = (row: TransferRow): Transfer => ({
  id: row.id,
  amount: row.amount,
  date: row.date,
  description: row.description,
  sourceWalletId: row.source_wallet_id,
  targetWalletId: row.target_wallet_id,
  sourceWallet: { id: row.source_wallet_id, name: row.source_name },
  targetWallet: { id: row.target_wallet_id, name: row.target_name },
  reconciled: row.reconciled,
  version: row.version,
});

type Filters = ListKeys & {
  wallet?: number | undefined;
  sourceWalletId?: number | undefined;
  targetWalletId?: number | undefined;
  amount?: string | undefined;
  date?: string | undefined;
  description?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/**
 * Reads a page of transfers. `wallet` matches either side; `from` and `to` are inclusive, and `from` alone means that
 * day.
 */
export const listTransfers = async (trx: Trx, session: Session, companyId: number, query: Filters) => {
  const list = readListQuery(query, rules);
  const { wallet, from, to = from } = query;
  const equal = {
    'x.source_wallet_id': query.sourceWalletId,
    'x.target_wallet_id': query.targetWalletId,
    'x.amount': query.amount,
    'x.date': query.date,
  };
  const filtered = rowsOf(trx, session, companyId)
    .where(matches(list, rules, equal, { 'x.description': query.description }))
    .$if(wallet !== undefined, (rows) =>
      rows.where(sql<boolean>`${wallet ?? 0} in (x.source_wallet_id, x.target_wallet_id)`),
    )
    .$if(from !== undefined, (rows) => rows.where('x.date', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('x.date', '<=', to ?? ''));
  return mapPage(await fetchPage(filtered, list, withColumns), answer);
};

/** Reads one transfer. @throws ServiceError 404 */
export const readTransfer = async (trx: Trx, session: Session, companyId: number, id: number): Promise<Transfer> => {
  const row = await withColumns(rowsOf(trx, session, companyId))
    .where('x.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(TRANSFER_NOT_FOUND);
  return answer(row);
};
