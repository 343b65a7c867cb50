import type pg from 'pg';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { quantityOfPercentage } from '#domain/engineering/measurements/line.ts';
import type { Measurement, MeasurementContract } from '#schema/engineering/measurements/measurements.rest.ts';
import { fixedClock, type FixedClock } from '../platform/clock.ts';
import { writeAudit } from '../platform/db/audit.ts';
import { kyselyOn } from '../platform/db/database.ts';
import type { AuditEntry, Trx, Work } from '../platform/db/unitOfWork.ts';
import type { Session } from '../platform/session.ts';
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
import { USERS } from './data/company.ts';
import type { Draft } from './drafts.ts';
import { endOfPeriod } from './measuredDrafts.ts';
import type { Registers } from './registers.ts';
import { estimateIds } from './estimates.ts';

/** A user who acts on a day: what the services need of a request. */
interface Desk {
  trx: Trx;
  registers: Registers;
  seedDate: IsoDate;
  clock: FixedClock;
  session: Session;
}

const sessionOf = ({ accountId, companyId, users }: Registers, login: string): Session => {
  const at = USERS.findIndex((user) => user.login === login);
  const user = USERS[at];
  if (!user) throw new RangeError(`The demo has no user ${login}`);
  return {
    ...{ accountId, userId: users[at] ?? 0, login, name: user.name, timeZone: 'America/Sao_Paulo' },
    ...{ tokenHash: Buffer.alloc(0), expiresAt: '', admin: true, permissions: {}, companies: new Set([companyId]) },
  };
};

/** Runs one command as the services do, with its history. */
const command = async <T>(desk: Desk, at: string, run: (work: Work) => Promise<T>): Promise<T> => {
  const { trx, clock, session } = desk;
  clock.set(at);
  const audited: AuditEntry[] = [];
  const answer = await run({ session, clock, audit: (entry) => void audited.push(entry), notify: () => undefined });
  await writeAudit(trx, session, { route: 'demo', requestId: null }, clock, audited);
  return answer;
};

/** Key of a line by its place ("10.1/2"). */
type Lines = ReadonlyMap<string, number>;

const readLines = async (client: pg.Client, accountId: number, estimateId: number): Promise<Lines> => {
  const { rows } = await client.query<{ place: string; id: number }>(
    `select g.code || '/' || l.position as place, l.id::integer as id
     from cost_estimate_lines l join cost_estimate_groups g on g.account_id = l.account_id and g.id = l.parent_id
     where l.account_id = $1 and l.cost_estimate_id = $2 order by l.id`,
    [accountId, estimateId],
  );
  return new Map(rows.map(({ place, id }) => [place, id]));
};

interface Side {
  contract: MeasurementContract;
  periods: readonly MeasuredPeriod[];
  progress: Progress;
  lines: Lines;
}

/** Types the percentages of a measurement into its lines. */
const fill = async (desk: Desk, { progress, lines }: Side, measurement: Measurement, at: string): Promise<void> => {
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
const measure = async (desk: Desk, side: Side): Promise<Map<number, Measurement>> => {
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
const pay = async (desk: Desk, draft: Draft, documentId: number): Promise<void> => {
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
  desk: Desk,
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
  await client.query(`set local timezone to 'UTC'; set local prumo.account_id = '${accountId}'`);
  const desk: Desk = {
    ...{ trx: kyselyOn(client), registers, seedDate, session: sessionOf(registers, 'engenheiro@demo.prumo') },
    clock: fixedClock(`${seedDate}T12:00:00-03:00`),
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
