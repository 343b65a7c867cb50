import { sql } from 'kysely';
import { hasAllOf } from '#domain/permissions.ts';
import { money } from '#domain/money.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { Wallet, WalletBody } from '#schema/financial/wallets.rest.ts';
import { notFound } from '../../platform/errors.ts';
import { mapPage, matches, type RegisterListRules } from '../../platform/register/listFilters.ts';
import { fetchPage, readListQuery, type ListKeys } from '../../platform/register/lists.ts';
import { register } from '../../platform/register/register.ts';
import type { Session } from '../../platform/session.ts';
import { blankAsNull } from '../../platform/text.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

export const WALLET_NOT_FOUND = 'Carteira não encontrada.';

/** Making, changing and deleting wallets. */
export const walletRegister = register({
  table: 'wallets',
  entity: 'wallet',
  noun: { name: 'Carteira', feminine: true },
  missing: WALLET_NOT_FOUND,
  usages: ({ account_id, id }) => [
    {
      one: 'pagamento ou recebimento',
      many: 'pagamentos ou recebimentos',
      rows: sql`select from installments where account_id = ${account_id} and wallet_id = ${id} and not forecast`,
    },
    {
      one: 'lançamento que a prevê',
      many: 'lançamentos que a preveem',
      rows: sql`select from transactions where account_id = ${account_id} and expected_wallet_id = ${id}`,
    },
    {
      one: 'transferência',
      many: 'transferências',
      rows: sql`select from transfers where account_id = ${account_id} and ${id} in (source_wallet_id, target_wallet_id)`,
    },
  ],
});

/** A body as columns; what it does not speak of stays undefined. */
export const walletColumns = (body: WalletBody) => ({
  identifier: normalizeSpaces(body.identifier),
  description: blankAsNull(body.description),
  initial_balance: money(body.initialBalance),
  balance_date: body.balanceDate,
  active: body.active,
});

const rules: RegisterListRules = {
  sortable: { identifier: sql`search_key(w.identifier)` },
  defaultSort: 'identifier',
  key: 'w.id',
  searched: sql`w.identifier || ' ' || coalesce(w.description, '')`,
};

const rowsOf = (trx: Trx, session: Session, companyId: number) =>
  trx
    .selectFrom('wallets as w')
    .innerJoin('companies as c', (join) =>
      join.onRef('c.account_id', '=', 'w.account_id').onRef('c.id', '=', 'w.company_id'),
    )
    .where('w.account_id', '=', session.accountId)
    .where('w.company_id', '=', companyId);

type Rows = ReturnType<typeof rowsOf>;
const withColumns = (rows: Rows) => rows.selectAll('w').select('c.name as company_name');
type WalletRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

/** §6: the figures of a wallet need DEBIT and CREDIT in its company; its name does not. */
const answerFor =
  (session: Session, companyId: number) =>
  (row: WalletRow): Wallet => {
    const figures = hasAllOf(session, ['DEBIT', 'CREDIT'], { companyId, buildingId: null });
    return {
      id: row.id,
      identifier: row.identifier,
      description: row.description,
      initialBalance: figures ? row.initial_balance : null,
      balanceDate: figures ? row.balance_date : null,
      active: row.active,
      company: { id: row.company_id, name: row.company_name, account: { id: row.account_id } },
      version: row.version,
    };
  };

/** A page of the company's wallets. */
export const listWallets = async (
  trx: Trx,
  session: Session,
  companyId: number,
  query: ListKeys & { active?: boolean | undefined; identifier?: string | undefined; description?: string | undefined },
) => {
  const list = readListQuery(query, rules);
  const texts = { 'w.identifier': query.identifier, 'w.description': query.description };
  const filtered = rowsOf(trx, session, companyId).where(matches(list, rules, { 'w.active': query.active }, texts));
  return mapPage(await fetchPage(filtered, list, withColumns), answerFor(session, companyId));
};

/** One wallet. @throws ServiceError 404 */
export const readWallet = async (trx: Trx, session: Session, companyId: number, id: number): Promise<Wallet> => {
  const row = await withColumns(rowsOf(trx, session, companyId))
    .where('w.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(WALLET_NOT_FOUND);
  return answerFor(session, companyId)(row);
};
