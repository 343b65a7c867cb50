import { enter } from '#tests/financial/officeKit.ts';
import type { TestServices } from '#tests/support/services.ts';
import { furnishReports } from './furnishReports.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

/** A closed month before everything else of the harness, an exception from it, one to end, and a folder of the admin. */
export const furnishClosings = async ({ seed }: TestServices, place: CompanyPlace, building: number): Promise<Rows> => {
  const owner = { account_id: place.accountId, company_id: place.companyId };
  const at = '2026-11-20T12:00:00Z';
  const [admin] = await seed.sql<{ id: number }>(
    `select id from users where account_id = $1 and admin order by id limit 1`,
    [place.accountId],
  );
  const user = admin?.id;
  const closing = await seed.insert('month_closings', {
    ...{ ...owner, month: '2025-12-01', closed_by: user, closed_at: at, open_points: '[]', figures: '{}' },
  });
  await seed.insert('month_closings', {
    ...{ ...owner, month: '2025-11-01', closed_by: user, closed_at: at, open_points: '[]', figures: '{}' },
    ...{ reopened_by: user, reopened_at: at, reopen_reason: `Faltou ${place.mark}` },
  });
  const document = await enter(seed, place, {
    ...{ type: 'DEBIT' as const, value: '10.00', due: '2025-12-10' },
    parts: [{ buildingId: building, value: '10.00' }],
  });

  await seed.sql(`update companies set closed_through = '2025-12-31' where id = $1`, [place.companyId]);
  const exception = () =>
    seed.insert('month_exceptions', {
      ...{ ...owner, kind: 'MONTH', month: '2025-12-01', label: 'Dezembro de 2025', reason: `Nota ${place.mark}` },
      ...{ user_id: user, created_by: user, expires_at: '2099-01-01T00:00:00Z' },
    });
  const job = await seed.insert('jobs', {
    ...{
      account_id: place.accountId,
      kind: 'ACCOUNTANT_FOLDER',
      permission: 'ADMIN',
      state: 'DONE',
      created_by: user,
    },
    ...{ created_at: at, finished_at: at, input: '{}', message: 'Pronta' },
  });
  const folder = await seed.insert('accountant_folders', {
    ...{ ...owner, month: '2025-12-01', job_id: job, created_by: user, created_at: at },
    ...{ name: `Pasta ${place.mark}.zip`, size: 4, sha256: '0'.repeat(64), files: 1 },
  });
  await seed.sql(
    `insert into accountant_folder_pieces (account_id, folder_id, position, content) values ($1, $2, 0, 'PKzz')`,
    [place.accountId, folder],
  );
  const [used, ended] = [await exception(), await exception()];
  await seed.sql(
    `insert into month_exception_uses (account_id, exception_id, entity, entity_id) values ($1, $2, 'transaction', $3)`,
    [place.accountId, used, document],
  );
  await seed.sql('insert into month_closing_openings (account_id, closing_id, exception_id) values ($1, $2, $3)', [
    place.accountId,
    closing,
    used,
  ]);
  await seed.sql(
    `insert into month_closing_rows (account_id, closing_id, kind, row_id, owner_id, hash) values ($1, $2, 'documents', $3, $3, 1)`,
    [place.accountId, closing, document],
  );
  const [part] = await seed.sql<{ id: string }>('select id from installments where transaction_id = $1', [document]);
  return new Map([
    ['transaction/DEBIT/closed', document],
    ['installment/DEBIT/closed', Number(part?.id)],
    ['monthException', used],
    ['monthException/ended', ended],
    ['accountantFolder', folder],
    ...(await furnishReports({ seed }, place, Number(user))),
  ]);
};
