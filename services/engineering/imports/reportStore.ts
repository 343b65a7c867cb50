import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { ReportRow } from '../sinapi/report.ts';

const BATCH = 10_000;

/** Replaces the report of a job. */
export const keepReport = async (
  trx: Trx,
  { accountId, jobId }: { accountId: number; jobId: number },
  rows: readonly ReportRow[],
): Promise<void> => {
  await trx.deleteFrom('import_report_rows').where('account_id', '=', accountId).where('job_id', '=', jobId).execute();
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = JSON.stringify(rows.slice(from, from + BATCH).map((row, at) => ({ ...row, position: from + at })));
    await sql`
      insert into import_report_rows (account_id, job_id, position, sheet, row, code, name, outcome, text)
      select ${accountId}::bigint, ${jobId}::bigint, f.position, f.sheet, f.row, f.code, f.name, f.outcome, f.text
        from json_to_recordset(${batch}::json)
          as f (position integer, sheet text, row integer, code text, name text, outcome text, text text)`.execute(trx);
  }
};
