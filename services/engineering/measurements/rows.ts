import { sql } from 'kysely';
import type { MeasurementRow, MeasurementSheet } from '#schema/engineering/measurements/measurements.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { readMeasurement } from './read.ts';
import { readSheet } from './sheet.ts';

const NO_AMENDMENT = { amendmentQuantity: null };

/** Rows as they were stored by closing; else as they are by the prices of now. */
export const readRows = async (trx: Trx, reader: Reader, id: number): Promise<MeasurementSheet> => {
  const { session } = reader;
  const measurement = await readMeasurement(trx, session, id);
  if (measurement.status === 'CLOSED') {
    const { rows } = await sql<{ sheet: MeasurementRow[] }>`
      select sheet from measurements where account_id = ${session.accountId} and id = ${id}`.execute(trx);
    // Sheets that were closed before there were amendments do not say what these add.
    return { measurement, rows: (rows[0]?.sheet ?? []).map((row) => ({ ...NO_AMENDMENT, ...row })) };
  }
  const { contractId, number, kind, costEstimate } = measurement;
  const sheet = await readSheet(trx, reader, { id, contractId, number, kind, costEstimateId: costEstimate.id });
  return { measurement, rows: sheet.rows.map(({ row }) => row) };
};
