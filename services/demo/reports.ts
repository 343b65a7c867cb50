import type { IsoDate } from '#domain/dates.ts';
import { monthStart } from './calendar.ts';
import { insertRows, reserveIds, type RowClient } from './insert.ts';
import type { Registers } from './registers.ts';

/** Reports that the administrator looks at first. */
const FAVOURITES = ['expenses-by-stage', 'income-statement'];

/** What everybody in the office opens, and what the administrator keeps. */
const SAVED = [
  { name: 'Contas a pagar por fornecedor', report: 'bills-due', parameters: { grouping: 'PARTNER' }, shared: true },
  {
    name: 'Gasto por categoria, o que foi pago',
    report: 'expenses-by-category',
    parameters: { regime: 'CASH' },
    shared: false,
  },
];

/** Contas a pagar of the month to who pays, on its first day. */
const BY_MAIL = {
  ...{ report: 'bills-due', parameters: {}, rhythm: 'MONTHLY', weekday: null, month_day: 1, time_of_day: '07:00' },
  ...{ time_zone: 'America/Sao_Paulo', period: 'CURRENT_MONTH', formats: ['PDF', 'XLSX'], empty_result: 'SEND' },
  // No mail leaves a demonstration by itself: whoever tries it out turns it on.
  ...{ active: false, paused_reason: 'Desligado na demonstração: ligue para que ele seja enviado.', failures: 0 },
};

/** Inserts what the office keeps of its reports: favourites, saved ones, and one that is sent each month when it is on. */
export const insertReports = async (client: RowClient, registers: Registers, seedDate: IsoDate): Promise<void> => {
  const { accountId, companyId, users } = registers;
  const [admin = 0, financial = 0] = users;
  const owned = { account_id: accountId };
  const made = {
    ...{ ...owned, company_id: companyId, created_by: admin },
    created_at: `${monthStart(seedDate, -2)}T09:00:00-03:00`,
  };
  const savedIds = await reserveIds(client, 'saved_reports', SAVED.length);
  const [scheduleId = 0] = await reserveIds(client, 'report_schedules', 1);
  const [recipientId = 0] = await reserveIds(client, 'report_schedule_recipients', 1);
  await insertRows(
    client,
    'report_favourites',
    FAVOURITES.map((report) => ({ ...owned, user_id: admin, report })),
  );
  await insertRows(
    client,
    'saved_reports',
    SAVED.map((saved, index) => ({ ...made, id: savedIds[index] ?? 0, ...saved })),
  );
  await insertRows(client, 'report_schedules', [{ ...made, id: scheduleId, ...BY_MAIL, next_at: null }]);
  await insertRows(client, 'report_schedule_recipients', [
    { ...owned, id: recipientId, schedule_id: scheduleId, user_id: financial, address: null },
  ]);
};
