import type { Trx, Work } from '../../db/unitOfWork.ts';
import { conflict, forbidden, notFound } from '../../errors.ts';
import type { Session } from '../../session.ts';
import type { Catalogue } from '../catalogue.ts';
import { lockSchedule } from './save.ts';
import { startRun } from './runs.ts';
import { nextAt } from './times.ts';

interface Address {
  companyId: number;
  id: number;
}

/** Stops a schedule; the reason is told where nobody asked for it. */
export const pauseSchedule = async (trx: Trx, accountId: number, id: number, reason: string | null): Promise<void> => {
  await trx
    .updateTable('report_schedules')
    .set({ active: false, next_at: null, paused_reason: reason })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
};

/** @throws ServiceError 403 for somebody else's, but an administrator pauses any */
export const setActive = async (
  trx: Trx,
  work: Work,
  catalogue: Catalogue,
  { session, address, active }: { session: Session; address: Address; active: boolean },
): Promise<void> => {
  const { accountId, admin } = session;
  const row = await lockSchedule(trx, session, address);
  if (!row.own && !(admin && !active)) throw forbidden('Só quem agendou este envio pode retomá-lo ou pausá-lo.');
  const { id } = address;
  if (active) {
    catalogue.find(row.report, session, address.companyId);
    const { rhythm, weekday, month_day: monthDay, time_of_day: time } = row;
    const next = nextAt({ rhythm, weekday, monthDay, time }, row.time_zone, work.clock.now());
    await trx
      .updateTable('report_schedules')
      .set({ active, paused_reason: null, failures: 0, next_at: next })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  } else await pauseSchedule(trx, accountId, id, null);
  work.audit({ action: active ? 'resume' : 'pause', entity: 'reportSchedule', entityId: id });
};

/** Sends the report to its maker alone. @throws ServiceError 403 for somebody else's, 409 while a sending is under way */
export const testSchedule = async (trx: Trx, work: Work, session: Session, address: Address): Promise<void> => {
  const row = await lockSchedule(trx, session, address);
  if (!row.own) throw forbidden('Só quem agendou este envio pode testá-lo.');
  const started = await startRun(trx, work, row, [{ user_id: session.userId, address: null }], { trial: true });
  if (!started) throw conflict('Este relatório está sendo enviado. Espere que termine.');
  work.audit({ action: 'test', entity: 'reportSchedule', entityId: row.id });
};

/** @throws ServiceError 403 for somebody else's, but an administrator deletes any */
export const removeSchedule = async (trx: Trx, work: Work, session: Session, address: Address): Promise<void> => {
  const { own, report } = await lockSchedule(trx, session, address);
  if (!own && !session.admin) throw forbidden('Só quem agendou este envio, ou um administrador, pode excluí-lo.');
  await trx
    .deleteFrom('report_schedules')
    .where('account_id', '=', session.accountId)
    .where('id', '=', address.id)
    .execute();
  work.audit({ action: 'delete', entity: 'reportSchedule', entityId: address.id, details: { report } });
};

/** Takes the user from the recipients. @throws ServiceError 404 for who is none */
export const leaveSchedule = async (trx: Trx, work: Work, session: Session, address: Address): Promise<void> => {
  await lockSchedule(trx, session, address);
  const left = await trx
    .deleteFrom('report_schedule_recipients')
    .where('account_id', '=', session.accountId)
    .where('schedule_id', '=', address.id)
    .where('user_id', '=', session.userId)
    .returning('id')
    .execute();
  if (left.length === 0) throw notFound('Você não recebe este envio.');
  work.audit({ action: 'leave', entity: 'reportSchedule', entityId: address.id });
};
