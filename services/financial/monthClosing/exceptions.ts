import { sql } from 'kysely';
import { monthText, monthTitle } from '#domain/financial/monthClosing/months.ts';
import { firstDay, type Month, monthOf } from '#domain/financial/financialStatement/months.ts';
import {
  LONGEST_EXCEPTION,
  type MonthException,
  type MonthExceptionBody,
} from '#schema/financial/monthClosing/monthClosing.rest.ts';
import { conflict, invalid, notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { changesOf } from './changes.ts';
import { keepForException } from './openings.ts';
import { type ClosingCompany, isClosed, readCompany } from './scope.ts';

/** Name of exceptions in the audit log. */
const ENTITY = 'monthException';

interface Target {
  kind: MonthException['kind'];
  transactionId: number | null;
  label: string;
}

/** Days of a document that its exception is for: its own, and those of its payments. */
const documentOf = async (trx: Trx, company: ClosingCompany, month: Month, id: number): Promise<Target> => {
  const { rows } = await sql<{ days: string[]; label: string }>`
    select array[t.competence_date::text, t.emission_date::text] || array(
             select i.payment_date::text from installments i
              where i.account_id = t.account_id and i.transaction_id = t.id and not i.forecast) as days,
           left(concat_ws(' · ', case t.type when 'DEBIT' then 'Despesa' else 'Receita' end || ' ' || coalesce(t.document_number, 'sem número'),
             p.name, t.description), 300) as label
      from transactions t left join partners p on p.account_id = t.account_id and p.id = t.partner_id
     where t.account_id = ${company.accountId} and t.company_id = ${company.companyId} and t.id = ${id}`.execute(trx);
  const [found] = rows;
  const message = found ? `Este lançamento não tem data em ${monthText(month)}.` : 'Lançamento não encontrado.';
  if (!found?.days.map(monthOf).includes(month)) throw ruleBroken(message, [{ path: 'transactionId', message }]);
  return { kind: 'DOCUMENT', transactionId: id, label: found.label };
};

const targetOf = async (
  trx: Trx,
  company: ClosingCompany,
  month: Month,
  { transactionId, minutes }: MonthExceptionBody,
): Promise<Target> => {
  if (!isClosed(company, month)) {
    const message = `${monthTitle(month)} não está fechado em ${company.name}: pode ser alterado sem exceção.`;
    throw ruleBroken(message, [{ path: 'month', message }]);
  }
  if (transactionId !== undefined) return documentOf(trx, company, month, transactionId);
  if (minutes > LONGEST_EXCEPTION.MONTH) {
    const message = 'A exceção de um mês inteiro dura no máximo 1 dia.';
    throw invalid([{ path: 'minutes', message }], message);
  }
  return { kind: 'MONTH', transactionId: null, label: monthTitle(month) };
};

/** A person who may change something of the company: an exception lifts the closing, never a permission. */
const requireUser = async (trx: Trx, accountId: number, id: number): Promise<void> => {
  const { rows } =
    await sql`select from users where account_id = ${accountId} and id = ${id} and active and not service`.execute(trx);
  if (rows.length > 0) return;
  const message = 'Usuário não encontrado.';
  throw ruleBroken(message, [{ path: 'userId', message }]);
};

/** @throws ServiceError 400, 404, 422 for a month that is not closed, and a document that is not of it */
export const createException = async (
  trx: Trx,
  work: Work,
  { companyId, month }: { companyId: number; month: Month },
  body: MonthExceptionBody,
): Promise<MonthException> => {
  const { accountId, userId } = work.session;
  const company = await readCompany(trx, accountId, companyId);
  const target = await targetOf(trx, company, month, body);
  await requireUser(trx, accountId, body.userId ?? userId);
  const { id } = await trx
    .insertInto('month_exceptions')
    .values({
      ...{ account_id: accountId, company_id: companyId, kind: target.kind, month: firstDay(month) },
      ...{ transaction_id: target.transactionId, label: target.label, reason: body.reason.trim() },
      ...{ user_id: body.userId ?? userId, created_by: userId },
      // The database's clock: triggers compare it with theirs.
      expires_at: sql<string>`now() + make_interval(mins => ${body.minutes})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepForException(trx, accountId, companyId, id);
  const { kind, transactionId } = target;
  const details = {
    companyId,
    kind,
    month,
    transactionId,
    userId: body.userId ?? userId,
    minutes: body.minutes,
    reason: body.reason.trim(),
  };
  work.audit({ action: 'create', entity: ENTITY, entityId: id, details });
  return readException(trx, accountId, companyId, id);
};

/** @throws ServiceError 404, 409 for one that is over */
export const endException = async (trx: Trx, work: Work, companyId: number, id: number): Promise<MonthException> => {
  const { accountId, userId } = work.session;
  const before = await readException(trx, accountId, companyId, id);
  if (!before.active) throw conflict('Esta exceção já terminou.');
  await sql`
    update month_exceptions set ended_at = now(), ended_by = ${userId}
     where account_id = ${accountId} and id = ${id} and ended_at is null`.execute(trx);
  work.audit({ action: 'end', entity: ENTITY, entityId: id, details: { companyId } });
  return readException(trx, accountId, companyId, id);
};

/** Exceptions of one list: those of many years ago are in the history. */
const MOST_EXCEPTIONS = 100;

const read = async (
  trx: Trx,
  accountId: number,
  companyId: number,
  condition: ReturnType<typeof sql>,
): Promise<MonthException[]> => {
  const { rows } = await sql<Omit<MonthException, 'changes'>>`
    select e.id, e.kind, to_char(e.month, 'YYYY-MM') as month, e.label, e.reason,
           case when t.id is not null then json_build_object('id', t.id, 'type', t.type) end as transaction,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
           case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as "createdBy",
           case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end as "endedBy",
           e.created_at as "createdAt", e.expires_at as "expiresAt", e.ended_at as "endedAt",
           e.ended_at is null and now() < e.expires_at as active
      from month_exceptions e
      left join transactions t on t.account_id = e.account_id and t.id = e.transaction_id
      left join users u on u.account_id = e.account_id and u.id = e.user_id
      left join users c on c.account_id = e.account_id and c.id = e.created_by
      left join users d on d.account_id = e.account_id and d.id = e.ended_by
     where e.account_id = ${accountId} and e.company_id = ${companyId} and ${condition}
     order by e.id desc limit ${MOST_EXCEPTIONS}`.execute(trx);
  const changes = await changesOf(
    trx,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, changes: changes.get(row.id) ?? [] }));
};

/** @throws ServiceError 404 */
const readException = async (trx: Trx, accountId: number, companyId: number, id: number): Promise<MonthException> => {
  const [found] = await read(trx, accountId, companyId, sql`e.id = ${id}`);
  if (!found) throw notFound('Exceção não encontrada.');
  return found;
};

/** Exceptions of a month, the newest first, with what was changed under them. Two statements. */
export const exceptionsOf = (
  trx: Trx,
  { accountId, companyId }: ClosingCompany,
  month: Month,
): Promise<MonthException[]> => read(trx, accountId, companyId, sql`e.month = ${firstDay(month)}::date`);
