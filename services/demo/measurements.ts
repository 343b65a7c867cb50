import type pg from 'pg';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { quantityOfPercentage } from '#domain/engineering/measurements/line.ts';
import type { Measurement, MeasurementContract } from '#schema/engineering/measurements/measurements.rest.ts';
import { createContract } from '../engineering/measurements/contracts.ts';
import { createMeasurement } from '../engineering/measurements/periods.ts';
import { readRows } from '../engineering/measurements/rows.ts';
import { saveLines } from '../engineering/measurements/saveLines.ts';
import { setStatus } from '../engineering/measurements/status.ts';
import { expense, income } from '../financial/transactions/kinds.ts';
import { payInstallment, withoutAnnouncement } from '../financial/transactions/payments.ts';
import { readerOf } from '../financial/transactions/reader.ts';
import { readTransaction } from '../financial/transactions/read.ts';
import {
  CASA_PERIODS,
  CASA_PROGRESS,
  CONTRACTOR_DAYS,
  CONTRACTOR_LINES,
  CONTRACTOR_PERIODS,
  CONTRACTOR_PROGRESS,
  CONTRACTOR_RETENTION,
  CUSTOMER_DAYS,
  type MeasuredPeriod,
  type Progress,
} from './data/measurements.ts';
import { command, deskOf, type Desk } from './desk.ts';
import type { Draft } from './drafts.ts';
import { endOfPeriod } from './measuredDrafts.ts';
import type { Registers } from './registers.ts';
import { estimateIds, readLines, type Lines } from './estimates.ts';

interface MeasuringDesk extends Desk {
  registers: Registers;
  seedDate: IsoDate;
}

interface Side {
  contract: MeasurementContract;
  periods: readonly MeasuredPeriod[];
  progress: Progress;
  lines: Lines;
}

/** Types the percentages of a measurement into its lines. */
const fill = async (
  desk: MeasuringDesk,
  { progress, lines }: Side,
  measurement: Measurement,
  at: string,
): Promise<void> => {
  const reader = { session: desk.session, clock: desk.clock };
  const { rows } = await readRows(desk.trx, reader, measurement.id);
  const placeOf = new Map([...lines].map(([place, id]) => [id, place]));
  const typed = rows.flatMap((row) => {
    const place = row.group ? undefined : placeOf.get(row.id);
    const percentages = place && (progress[place] ?? progress[place.split('/')[0] ?? '']);
    const percentage = percentages?.[measurement.number - 1] ?? 0;
    const accumulated = percentage === 0 ? row.previous : quantityOfPercentage(row, `${percentage}.00`);
    return accumulated === row.previous ? [] : [{ id: row.id, accumulated }];
  });
  await command(desk, at, (work) => saveLines(desk.trx, work, reader, { id: measurement.id, lines: typed }));
};

/** Measures all periods of a side; those with a value are closed. Answers the documents by number. */
const measure = async (desk: MeasuringDesk, side: Side): Promise<Map<number, Measurement>> => {
  const { trx, session, clock, seedDate } = desk;
  const reader = { session, clock };
  const made = new Map<number, Measurement>();
  for (const period of side.periods) {
    const end = endOfPeriod(period, seedDate);
    const day = (hour: string): string => `${period.value === null ? end : addDays(end, 1)}T${hour}:00-03:00`;
    const body = { periodEnd: end };
    const one = await command(desk, day('07:40'), (work) =>
      createMeasurement(trx, work, reader, { contractId: side.contract.id, body }),
    );
    await fill(desk, side, one, day('08:25'));
    if (period.value === null) continue;
    const closed = await command(desk, day('17:10'), (work) =>
      setStatus(trx, work, reader, { id: one.id, body: { status: 'CLOSED' } }),
    );
    if (closed.netValue !== period.value) {
      throw new RangeError(`Measurement ${one.number} of the demo is worth ${closed.netValue}, not ${period.value}`);
    }
    made.set(one.number, closed);
  }
  return made;
};

/** Pays the document of a measurement as its draft says. */
const pay = async (desk: MeasuringDesk, draft: Draft, documentId: number): Promise<void> => {
  const payment = draft.installments[0]?.payment;
  if (!payment) return;
  const { trx, registers, session } = desk;
  const kind = draft.type === 'CREDIT' ? income : expense;
  const stored = await readTransaction(trx, documentId);
  const reader = readerOf(session, registers.companyId, kind, payment.date);
  await command(desk, `${payment.date}T11:20:00-03:00`, (work) =>
    payInstallment(
      trx,
      work,
      reader,
      { id: documentId, installmentId: stored?.installments[0]?.id ?? 0 },
      { paymentDate: payment.date, bank: { id: registers.wallet(payment.wallet) }, paymentMethod: payment.method },
      withoutAnnouncement,
    ),
  );
};

const payAll = async (
  desk: MeasuringDesk,
  side: NonNullable<Draft['measured']>['side'],
  { drafts, made }: { drafts: readonly Draft[]; made: ReadonlyMap<number, Measurement> },
): Promise<void> => {
  for (const draft of drafts) {
    const document = draft.measured?.side === side ? made.get(draft.measured.number)?.transaction : undefined;
    if (document) await pay(desk, draft, document.id);
  }
};

/**
 * Measures the house: for its customer, and for its mason, part of whose pay is kept back. Everything is done by the
 * services' own commands, so that documents, history and boletins are those of any company.
 */
export const insertMeasurements = async (
  client: pg.Client,
  drafts: readonly Draft[],
  registers: Registers,
  seedDate: IsoDate,
): Promise<void> => {
  const { accountId } = registers;
  const estimateId = (await estimateIds(client, accountId))('casa');
  const lines = await readLines(client, accountId, estimateId);
  const desk: MeasuringDesk = {
    ...(await deskOf(client, registers, 'engenheiro@demo.prumo')),
    ...{ registers, seedDate },
  };
  const opened = `${addDays(endOfPeriod(CASA_PERIODS[0] ?? { end: { days: 0 }, value: null }, seedDate), -20)}T09:00:00-03:00`;
  const customer = await command(desk, opened, (work) =>
    createContract(desk.trx, work, desk.session, estimateId, {
      ...{ kind: 'CUSTOMER', category: { id: registers.incomeCategory('medicoes') }, paymentDays: CUSTOMER_DAYS },
    }),
  );
  const contractor = await command(desk, opened, (work) =>
    createContract(desk.trx, work, desk.session, estimateId, {
      ...{ kind: 'CONTRACTOR', partner: { id: registers.supplier('batista') } },
      ...{ category: { id: registers.expenseCategory('empreiteiros') }, paymentDays: CONTRACTOR_DAYS },
      retentionPercentage: CONTRACTOR_RETENTION,
      lines: CONTRACTOR_LINES.map(([place, quantity, unitPrice]) => ({
        ...{ id: lines.get(place) ?? 0, quantity, unitPrice },
      })),
    }),
  );
  const ofCustomer = { contract: customer, periods: CASA_PERIODS, progress: CASA_PROGRESS, lines };
  const ofContractor = { contract: contractor, periods: CONTRACTOR_PERIODS, progress: CONTRACTOR_PROGRESS, lines };
  await payAll(desk, 'CUSTOMER', { drafts, made: await measure(desk, ofCustomer) });
  await payAll(desk, 'CONTRACTOR', { drafts, made: await measure(desk, ofContractor) });
};
