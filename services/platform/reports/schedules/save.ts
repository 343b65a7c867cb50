import { sql } from 'kysely';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { askedDays, type Timing } from '#domain/reports/schedule.ts';
import { SCHEDULE_LIMITS, type ScheduleBody } from '#schema/reports/schedules.rest.ts';
import type { Clock } from '../../clock.ts';
import type { Trx, Work } from '../../db/unitOfWork.ts';
import { conflict, forbidden, invalid, notFound, ServiceError } from '../../errors.ts';
import { Problems } from '../../problems.ts';
import type { Session } from '../../session.ts';
import { readAsked } from '../asked.ts';
import type { Catalogue } from '../catalogue.ts';
import type { ReportDescription } from '../description.ts';
import { usersWithLogin } from './recipients.ts';
import { SCHEDULE_MISSING } from './store.ts';
import { nextAt } from './times.ts';

interface Saving {
  session: Session;
  companyId: number;
  body: ScheduleBody;
}

/** Reads when it is sent. @throws ServiceError 400 at a day that the rhythm lacks, or does not have */
const timingOf = ({ rhythm, weekday = null, monthDay = null, time }: ScheduleBody, problems: Problems): Timing => {
  if (rhythm === 'WEEKLY' && weekday === null) problems.contradiction('weekday', 'Escolha o dia da semana.');
  if (rhythm !== 'WEEKLY' && weekday !== null)
    problems.contradiction('weekday', 'Só um envio semanal tem dia da semana.');
  if (rhythm === 'MONTHLY' && monthDay === null) problems.contradiction('monthDay', 'Escolha o dia do mês.');
  if (rhythm !== 'MONTHLY' && monthDay !== null)
    problems.contradiction('monthDay', 'Só um envio mensal tem dia do mês.');
  return { rhythm, weekday, monthDay, time };
};

const checkPeriod = ({ period }: ReportDescription, body: ScheduleBody, problems: Problems): void => {
  const asked = body.period ?? null;
  if (period === 'NONE' && asked !== null) problems.contradiction('period', 'Este relatório não tem período.');
  if (period !== 'NONE' && asked === null) problems.contradiction('period', 'Escolha um período.');
};

const checkFormats = ({ formats }: ScheduleBody, problems: Problems): void => {
  if (new Set(formats).size !== formats.length) problems.contradiction('formats', 'Cada formato vai uma vez.');
};

/** Users by their ids, and addresses in their own form. */
const recipientsOf = async (
  trx: Trx,
  { session, body: { userIds, addresses } }: Saving,
  problems: Problems,
): Promise<{ userId: number | null; address: string | null }[]> => {
  const logins = await usersWithLogin(trx, session.accountId);
  const users = new Set(logins.values());
  const all = userIds.length + addresses.length;
  if (all === 0) problems.contradiction('userIds', 'Escolha quem recebe.');
  if (all > SCHEDULE_LIMITS.recipients)
    problems.contradiction('userIds', `Um envio tem no máximo ${SCHEDULE_LIMITS.recipients} destinatários.`);
  userIds.forEach((id, index) => {
    if (!logins.has(id)) problems.contradiction(`userIds.${index}`, 'Usuário não encontrado, ou ainda sem acesso.');
    else if (userIds.indexOf(id) !== index) problems.contradiction(`userIds.${index}`, 'Este usuário já recebe.');
  });
  const normalized = addresses.map(normalizeEmail);
  if (addresses.length > 0 && !session.admin)
    problems.contradiction('addresses.0', 'Só um administrador envia para quem não é usuário.');
  normalized.forEach((address, index) => {
    const path = `addresses.${index}`;
    if (!isEmail(address)) problems.contradiction(path, 'Informe um e-mail válido.');
    else if (users.has(address)) problems.contradiction(path, 'É o endereço de um usuário: escolha o usuário.');
    else if (normalized.indexOf(address) !== index) problems.contradiction(path, 'Este endereço já recebe.');
  });
  return [
    ...userIds.map((userId) => ({ userId, address: null })),
    ...normalized.map((address) => ({ userId: null, address })),
  ];
};

/** @throws ServiceError 400 at the parameters, as the report refuses them */
const checkParameters = async (
  trx: Trx,
  clock: Clock,
  description: ReportDescription,
  { session, companyId, body: { parameters, period } }: Saving,
): Promise<void> => {
  const today = clock.today(session.timeZone);
  const { from, to } = askedDays(description.period, period ?? 'TODAY', today);
  const days = { NONE: {}, UNTIL: { to }, DAYS: { from, to }, MONTHS: { from, to } }[description.period];
  try {
    await readAsked(trx, description, { session, companyId, clock, sent: { ...parameters, ...days } });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'INVALID') throw error;
    throw invalid(error.fields.map(({ path, message }) => ({ path: `parameters.${path}`, message })));
  }
};

const readSaved = async (trx: Trx, catalogue: Catalogue, clock: Clock, saving: Saving) => {
  const { session, companyId, body } = saving;
  const description = catalogue.find(body.report, session, companyId);
  const problems = new Problems();
  const timing = timingOf(body, problems);
  checkPeriod(description, body, problems);
  checkFormats(body, problems);
  const recipients = await recipientsOf(trx, saving, problems);
  problems.refuse();
  await checkParameters(trx, clock, description, saving);
  const columns = {
    report: body.report,
    parameters: JSON.stringify(body.parameters),
    ...{ rhythm: timing.rhythm, weekday: timing.weekday, month_day: timing.monthDay, time_of_day: timing.time },
    ...{ time_zone: session.timeZone, period: body.period ?? null, formats: body.formats, empty_result: body.empty },
    ...{ active: true, paused_reason: null, failures: 0, next_at: nextAt(timing, session.timeZone, clock.now()) },
  };
  return { columns, recipients };
};

const putRecipients = async (
  trx: Trx,
  accountId: number,
  scheduleId: number,
  recipients: readonly { userId: number | null; address: string | null }[],
): Promise<void> => {
  await trx
    .deleteFrom('report_schedule_recipients')
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', scheduleId)
    .execute();
  await trx
    .insertInto('report_schedule_recipients')
    .values(
      recipients.map(({ userId, address }) => ({
        ...{ account_id: accountId, schedule_id: scheduleId, user_id: userId, address },
      })),
    )
    .execute();
};

/** @throws ServiceError 409 for a user, or an account, with as many as they may have */
const requireRoom = async (trx: Trx, { accountId, userId }: Session, companyId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report schedules:${accountId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ own: number; all: number }>`
    select count(*) filter (where created_by = ${userId} and company_id = ${companyId})::integer as own, count(*)::integer as "all"
      from report_schedules where account_id = ${accountId}`.execute(trx);
  const { own = 0, all = 0 } = rows[0] ?? {};
  if (own >= SCHEDULE_LIMITS.own)
    throw conflict(`Você já tem ${SCHEDULE_LIMITS.own} envios agendados nesta empresa. Exclua algum antes.`);
  if (all >= SCHEDULE_LIMITS.account)
    throw conflict(`A conta já tem ${SCHEDULE_LIMITS.account} envios agendados. Exclua algum antes.`);
};

/** @throws ServiceError 400 at each field that is wrong, 403 for a report that the user may not run, 409 above the limits */
export const createSchedule = async (trx: Trx, work: Work, catalogue: Catalogue, saving: Saving): Promise<number> => {
  const { session, companyId, body } = saving;
  const { columns, recipients } = await readSaved(trx, catalogue, work.clock, saving);
  await requireRoom(trx, session, companyId);
  const { id } = await trx
    .insertInto('report_schedules')
    .values({
      ...{ account_id: session.accountId, company_id: companyId, created_by: session.userId },
      ...{ created_at: work.clock.now(), ...columns },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await putRecipients(trx, session.accountId, id, recipients);
  work.audit({ action: 'create', entity: 'reportSchedule', entityId: id, details: body });
  return id;
};

/** Locks a schedule. @throws ServiceError 404 for one of another company, or that the user does not see */
export const lockSchedule = async (
  trx: Trx,
  { accountId, userId, admin }: Session,
  { companyId, id }: { companyId: number; id: number },
) => {
  const row = await trx
    .selectFrom('report_schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(SCHEDULE_MISSING);
  const receiving = await trx
    .selectFrom('report_schedule_recipients')
    .select('id')
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row.created_by !== userId && !admin && !receiving) throw notFound(SCHEDULE_MISSING);
  return { ...row, own: row.created_by === userId };
};

/** @throws ServiceError as `createSchedule`, 403 for somebody else's */
export const updateSchedule = async (
  trx: Trx,
  work: Work,
  catalogue: Catalogue,
  { id, ...saving }: Saving & { id: number },
): Promise<void> => {
  const { session, companyId, body } = saving;
  const { own } = await lockSchedule(trx, session, { companyId, id });
  if (!own) throw forbidden('Só quem agendou este envio pode mudá-lo.');
  const { columns, recipients } = await readSaved(trx, catalogue, work.clock, saving);
  await trx
    .updateTable('report_schedules')
    .set(columns)
    .where('account_id', '=', session.accountId)
    .where('id', '=', id)
    .execute();
  await putRecipients(trx, session.accountId, id, recipients);
  work.audit({ action: 'update', entity: 'reportSchedule', entityId: id, details: body });
};
