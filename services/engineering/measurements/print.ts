import type { FastifyInstance } from 'fastify';
import { measurementEndpoints } from '#schema/engineering/measurements/endpoints.ts';
import { bulletinEndpoints } from '#schema/engineering/measurements/bulletins.rest.ts';
import { dispositionOf, safeFileName } from '../../platform/http/fileName.ts';
import { implement } from '../../platform/http/route.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import type { Reader } from '../costEstimates/read.ts';
import { printMeasurement, type PrintedMeasurement } from './bulletin.ts';
import { bulletinState, issue, readIssued } from './issue.ts';
import { drawPrint, readPrints, readUndrawn, storePrint } from './photoPrints.ts';
import { readMeasurement } from './read.ts';
import { readRows } from './rows.ts';

interface Calls {
  read: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  write: <T>(work: (trx: Trx, work: Work) => Promise<T>) => Promise<T>;
}

/** Draws photos that were sent before prints were stored with them; one statement where there are none. */
const drawMissing = async ({ read, write }: Calls, { session }: Reader, id: number): Promise<void> => {
  const { accountId } = session;
  await read((trx) => readMeasurement(trx, session, id));
  for (;;) {
    const undrawn = await read((trx) => readUndrawn(trx, accountId, id));
    if (undrawn.length === 0) return;
    const drawn = await Promise.all(
      undrawn.map(async (photo) => ({ id: photo.id, print: await drawPrint(photo.content) })),
    );
    await write(async (trx) => {
      for (const { id: photoId, print } of drawn) await storePrint(trx, accountId, photoId, print);
    });
  }
};

const readPrinted = async (trx: Trx, reader: Reader, id: number): Promise<PrintedMeasurement | null> => {
  const issued = await readIssued(trx, reader, id);
  if (issued === null) return null;
  const { rows } = await readRows(trx, reader, id);
  const photos = await readPrints(trx, reader.session.accountId, id);
  return { ...issued, rows, photos };
};

const printedOnce = async (calls: Calls, reader: Reader, id: number, site: string): Promise<PrintedMeasurement> => {
  const known = await calls.read((trx) => readPrinted(trx, reader, id));
  if (known) return known;
  await calls.write((trx, work) => issue(trx, work, { reader, id, site }));
  const now = await calls.read((trx) => readPrinted(trx, reader, id));
  if (!now) throw new Error(`The boletim of measurement ${id} was not stored`);
  return now;
};

/** Measurement sheets (boletins) as PDF. */
export const prints = (app: FastifyInstance): void => {
  const { clock, publicUrl } = app.platform;
  implement(app, measurementEndpoints.bulletin, async ({ session, params, reply, read, write }) => {
    const reader: Reader = { session, clock };
    const { measurementId: id } = params;
    const calls: Calls = { read, write };
    await drawMissing(calls, reader, id);
    const printed = await printedOnce(calls, reader, id, `${publicUrl}/boletim`);
    const { number, costEstimate } = printed.facts.measurement;
    void reply.headers({
      'content-type': 'application/pdf',
      'content-disposition': dispositionOf(safeFileName(`Boletim ${number} ${costEstimate.code}.pdf`, ['.pdf'])),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    return renderPdf(printMeasurement(printed));
  });
  implement(app, bulletinEndpoints.state, ({ session, params, read }) =>
    read((trx) => bulletinState(trx, { session, clock }, params.measurementId)),
  );
};
