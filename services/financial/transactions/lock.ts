import { formatInTimeZone } from 'date-fns-tz';
import { sql } from 'kysely';
import { conflict, notFound, type ServiceError } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Maker } from './maker.ts';
import type { Reader } from './reader.ts';
import { readTransaction, type StoredTransaction } from './read.ts';
import type { Owner } from './store.ts';
import { requireChange, seesTransaction } from './visibility.ts';

/** A transaction whose header row is locked until the SQL transaction ends. */
export interface Locked {
  owner: Owner;
  stored: StoredTransaction;
  /** What decides its value, partner and apportionment; null where a person does. */
  madeBy: Maker | null;
}

/** Name of transactions in the audit log. */
export const ENTITY = 'transaction';

/** What has made a document `t`. */
export const MADE_BY = sql<Maker | null>`
  case
  when exists (select from measurements m where m.account_id = t.account_id and m.transaction_id = t.id)
    or exists (select from retention_releases r where r.account_id = t.account_id and r.transaction_id = t.id)
    then 'MEASUREMENT'
  when exists (select from orders o where o.account_id = t.account_id and o.transaction_id = t.id) then 'ORDER'
  when exists (select from transaction_retentions r where r.account_id = t.account_id
    and r.payable_transaction_id = t.id) then 'RETENTION'
  end`;

/**
 * Locks the header row, then reads the whole transaction.
 * @throws ServiceError 404 when it does not exist or the user may not see it, 403 without the permission on one of its
 * buildings, 409 with the last editor on a stale version
 */
export const lockTransaction = async (
  trx: Trx,
  reader: Reader,
  key: { id: number; version?: number | undefined },
): Promise<Locked> => {
  const { session, companyId, kind } = reader;
  const { rows } = await sql<{ id: number; madeBy: Maker | null; retained: boolean }>`
    select t.id, exists (
        select from transaction_retentions r where r.account_id = t.account_id and r.transaction_id = t.id) as retained,
      ${MADE_BY} as "madeBy"
    from transactions t
    where t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = ${kind.type} and t.id = ${key.id}
    for update of t`.execute(trx);
  if (rows[0]?.retained) await lockPayables(trx, session.accountId, rows[0].id);
  const stored = rows[0] && (await readTransaction(trx, rows[0].id));
  const buildings = stored?.apportionments.map(({ buildingId }) => buildingId) ?? [];
  if (!stored || !seesTransaction(reader.view, buildings)) throw notFound(kind.words.notFound);
  requireChange(session, companyId, kind, buildings);
  if (key.version !== undefined && key.version !== stored.version)
    throw (await staleTransactions(trx, session, [stored.id]))(stored.id);
  const owner = { accountId: session.accountId, companyId, transactionId: stored.id, type: kind.type };
  return { owner, stored, madeBy: rows[0]?.madeBy ?? null };
};

/** Payables of an invoice change with it; their own payments wait. */
const lockPayables = async (trx: Trx, accountId: number, id: number): Promise<void> => {
  await sql`
    select from transactions t
    where t.account_id = ${accountId} and t.id in (
      select r.payable_transaction_id from transaction_retentions r
      where r.account_id = ${accountId} and r.transaction_id = ${id})
    order by t.id for update`.execute(trx);
};

const verbs: Record<string, string> = {
  create: 'criou este lançamento',
  update: 'alterou este lançamento',
  paymentCode: 'mudou um código de pagamento deste lançamento',
  pay: 'registrou um pagamento neste lançamento',
  undo: 'desfez um pagamento deste lançamento',
};

const STALE = 'Este lançamento foi alterado por outra pessoa. Confira a versão gravada e tente de novo.';

/**
 * Builds the 409 of each with its last change from the audit log: user, operation and time. One statement. A reconciliation changes no
 * version; what it paid has an entry of its own.
 */
export const staleTransactions = async (
  trx: Trx,
  session: Session,
  ids: readonly number[],
): Promise<(id: number) => ServiceError> => {
  const { rows } = await sql<{ id: number; action: string; at: string; userId: number | null; name: string | null }>`
    select distinct on (a.entity_id) a.entity_id as id, a.action, a.at, a.user_id as "userId", u.name
      from audit_log a left join users u on u.account_id = a.account_id and u.id = a.user_id
     where a.account_id = ${session.accountId} and a.entity = ${ENTITY} and a.entity_id = any(${[...ids]}::bigint[])
       and a.action not in ('reconcile', 'unreconcile')
     order by a.entity_id, a.id desc`.execute(trx);
  const last = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const change = last.get(id);
    if (!change) return conflict(STALE);
    const who = change.userId === session.userId ? 'Você' : (change.name ?? 'Outra pessoa');
    const where = change.userId === session.userId ? ' em outra janela' : '';
    const when = formatInTimeZone(new Date(change.at), session.timeZone, "dd/MM/yyyy 'às' HH:mm");
    const did = verbs[change.action] ?? 'alterou este lançamento';
    return conflict(`${who} ${did}${where} em ${when}. Confira a versão gravada e tente de novo.`);
  };
};
