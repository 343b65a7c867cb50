import type { TestServices } from '#tests/support/services.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

/** A favourite, saved reports and views, a file and schedules of the administrator. */
export const furnishReports = async (
  { seed }: Pick<TestServices, 'seed'>,
  place: CompanyPlace,
  user: number,
): Promise<Rows> => {
  const account = { account_id: place.accountId };
  const owner = { ...account, company_id: place.companyId, created_by: user, created_at: '2026-11-20T12:00:00Z' };
  const report = 'expenses-by-partner';
  await seed.sql(
    'insert into report_favourites (account_id, user_id, report) values ($1, $2, $3) on conflict do nothing',
    [place.accountId, user, report],
  );
  const saved = (name: string) =>
    seed.insert('saved_reports', {
      ...{ ...owner, name: `${name} ${place.mark}`, report, parameters: '{}', shared: false },
    });
  const view = (name: string) =>
    seed.insert('saved_views', {
      ...{ ...owner, list: 'EXPENSES', name: `${name} ${place.mark}`, address: `search=${place.mark}`, shared: false },
    });
  const job = await seed.insert('jobs', {
    ...{ ...account, kind: 'REPORT', permission: 'SELF', state: 'DONE', created_by: user },
    ...{ created_at: owner.created_at, finished_at: owner.created_at, input: '{}', message: 'Pronto' },
  });
  const file = await seed.insert('report_files', {
    ...{ ...owner, report, title: `Despesas ${place.mark}`, format: 'CSV', job_id: job },
    ...{ name: `Despesas ${place.mark}.csv`, size: 4 },
  });
  await seed.sql(`insert into report_file_pieces (account_id, file_id, position, content) values ($1, $2, 0, 'PKzz')`, [
    place.accountId,
    file,
  ]);
  return new Map([
    ['savedReport', await saved('Mensal')],
    ['savedReport/spare', await saved('Semanal')],
    ['savedView', await view('A pagar')],
    ['savedView/spare', await view('Pagas')],
    ['reportFile', file],
    ['reportSchedule', await furnishSchedule({ seed }, place, user, job)],
    ['reportSchedule/spare', await furnishSchedule({ seed }, place, user, job)],
  ]);
};

/** A schedule of the administrator to themselves and to an address, which has been sent once. */
const furnishSchedule = async (
  { seed }: Pick<TestServices, 'seed'>,
  place: CompanyPlace,
  user: number,
  job: number,
): Promise<number> => {
  const account = { account_id: place.accountId };
  const address = `contabil-${place.mark}@exemplo.com.br`;
  const at = '2026-11-20T12:00:00Z';
  const schedule = await seed.insert('report_schedules', {
    ...{ ...account, company_id: place.companyId, report: 'expenses-by-partner', parameters: '{}', created_by: user },
    ...{ rhythm: 'WEEKLY', weekday: 1, time_of_day: '07:00', time_zone: 'America/Sao_Paulo', period: 'PREVIOUS_WEEK' },
    ...{
      formats: ['CSV'],
      empty_result: 'SEND',
      active: false,
      paused_reason: `Pausado ${place.mark}`,
      created_at: at,
    },
  });
  await seed.insert('report_schedule_recipients', { ...account, schedule_id: schedule, user_id: user });
  await seed.insert('report_schedule_recipients', { ...account, schedule_id: schedule, address });
  const run = await seed.insert('report_schedule_runs', {
    ...{ ...account, schedule_id: schedule, trial: false, due_at: at, job_id: job, finished_at: at },
  });
  await seed.insert('report_schedule_deliveries', {
    ...{ ...account, run_id: run, address, state: 'FAILED', message: `Recusado ${place.mark}`, at },
  });
  return schedule;
};
