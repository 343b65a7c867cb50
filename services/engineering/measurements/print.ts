import type { FastifyInstance } from 'fastify';
import { todayIn } from '#domain/dates.ts';
import { measurementEndpoints } from '#schema/engineering/measurements/endpoints.ts';
import { dispositionOf, safeFileName } from '../../platform/http/fileName.ts';
import { implement } from '../../platform/http/route.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readLetterhead } from '../../platform/pdf/letterhead.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import type { Reader } from '../costEstimates/read.ts';
import { printMeasurement, type PrintedMeasurement } from './bulletin.ts';
import { readRows } from './rows.ts';

const readPrinted = async (trx: Trx, reader: Reader, id: number): Promise<PrintedMeasurement> => {
  const { session, clock } = reader;
  const { measurement, rows } = await readRows(trx, reader, id);
  const company = await readLetterhead(trx, session.accountId, measurement.companyId);
  const createdAt = measurement.closedAt ?? clock.now().toISOString();
  // The day in Brazil: a sheet that is closed in the evening is not issued tomorrow.
  return { measurement, rows, company, issuedOn: todayIn(new Date(createdAt)), createdAt };
};

/** Measurement sheets (boletins) as PDF. */
export const prints = (app: FastifyInstance): void => {
  implement(app, measurementEndpoints.bulletin, async ({ session, params, reply, read }) => {
    const reader: Reader = { session, clock: app.platform.clock };
    const printed = await read((trx) => readPrinted(trx, reader, params.measurementId));
    const { number, costEstimate } = printed.measurement;
    void reply.headers({
      'content-type': 'application/pdf',
      'content-disposition': dispositionOf(safeFileName(`Boletim ${number} ${costEstimate.code}.pdf`, ['.pdf'])),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    return renderPdf(printMeasurement(printed));
  });
};
