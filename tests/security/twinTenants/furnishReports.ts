import type { TestServices } from '#tests/support/services.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

/** A favourite, saved reports and a file of the administrator. */
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
    ['reportFile', file],
  ]);
};
