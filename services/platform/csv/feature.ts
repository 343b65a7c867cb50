import type { FastifyInstance } from 'fastify';
import type { TProperties } from 'typebox';
import type { IsoDate } from '#domain/dates.ts';
import { formatCount } from '#domain/numberFormat.ts';
import type { Permission } from '#domain/permissions.ts';
import {
  csvEndpoint,
  type CsvColumns,
  type CsvDataset,
  type CsvFormat,
  type CsvQuery,
  type CsvRow,
} from '#schema/csv/dataset.ts';
import { anyOf } from '../access.ts';
import { noteDataViews } from '../dataViews.ts';
import { invalid, ruleBroken } from '../errors.ts';
import type { Trx } from '../db/unitOfWork.ts';
import { madeFile } from '../http/madeFile.ts';
import { implement } from '../http/route.ts';
import { buildingOf } from '../reports/asked.ts';
import type { Session } from '../session.ts';
import { Spool, SpoolError } from './spool.ts';
import { requirePresent, Turns } from './turns.ts';
import { csvChunks } from './write.ts';

const MOST_ROWS = 500_000;

/** One for the process, whatever the dataset. */
const turns = new Turns();

export interface CsvAsked<Q extends TProperties> {
  session: Session;
  companyId: number;
  today: IsoDate;
  query: CsvQuery<Q>;
}

export interface CsvSource<C extends CsvColumns, Q extends TProperties> {
  /** What the user must hold on the building of `buildingId`. */
  permission?: Permission;
  /** The partner whose bank data a row tells; null for a row that tells none. Who reads the file is noted at them. */
  tellsOf?(row: CsvRow<C>): number | null;
  /** Rows that the list of the screen shows this user, in an order that stays. */
  read(trx: Trx, asked: CsvAsked<Q>): AsyncIterable<CsvRow<C>>;
}

/** Parameters that datasets may have. */
interface Sent {
  format?: CsvFormat;
  from?: IsoDate;
  to?: IsoDate;
  paidFrom?: IsoDate;
  paidTo?: IsoDate;
  buildingId?: number;
}

/** @throws ServiceError 400 at the last day of a period that ends before it begins */
const requirePeriods = ({ from, to, paidFrom, paidTo }: Sent): void => {
  const turned = ({ first, last }: { first?: IsoDate | undefined; last?: IsoDate | undefined }): boolean =>
    first !== undefined && last !== undefined && last < first;
  const wrong = [
    ...(turned({ first: from, last: to }) ? ['to'] : []),
    ...(turned({ first: paidFrom, last: paidTo }) ? ['paidTo'] : []),
  ];
  if (wrong.length > 0) throw invalid(wrong.map((path) => ({ path, message: 'A data final vem antes da inicial.' })));
};

const refuseLong = (rows: number): void => {
  if (rows > MOST_ROWS)
    throw ruleBroken(`Este arquivo passa de ${formatCount(MOST_ROWS)} linhas. Escolha um período menor.`);
};

/**
 * Writes a file and returns it whole. A failure and a client that leaves end the SQL transaction, whose cursor has fetched
 * at most one step more, and the file.
 */
const spooled = async (client: AbortSignal, writeTo: (spool: Spool) => Promise<void>): Promise<Spool> => {
  const spool = await Spool.open();
  try {
    await writeTo(spool);
    requirePresent(client);
    return spool;
  } catch (error) {
    await spool.close();
    throw error;
  }
};

/** The same rows; keeps whom they tell of in `told`. */
async function* telling<Row>(
  rows: AsyncIterable<Row>,
  tellsOf: (row: Row) => number | null,
  told: number[],
): AsyncGenerator<Row> {
  for await (const row of rows) {
    const id = tellsOf(row);
    if (id !== null) told.push(id);
    yield row;
  }
}

/** Answers a dataset: all its rows of one moment, read in one SQL transaction and sent afterwards (decision 92). */
export const csvFeature =
  <C extends CsvColumns, Q extends TProperties>(
    dataset: CsvDataset<C, Q>,
    { permission, read: rowsOf, tellsOf }: CsvSource<C, Q>,
  ) =>
  (app: FastifyInstance): void => {
    const { columns, title } = dataset;
    implement(app, csvEndpoint(dataset), async ({ session, params, query, read, request, reply }) => {
      // A safe cast: the query was validated, and has some of these.
      const sent = query as Sent;
      requirePeriods(sent);
      const { companyId } = params;
      const today = app.platform.clock.today(session.timeZone);
      const client = request.signal;
      const told: number[] = [];
      const rowsTo = (spool: Spool) =>
        read(async (trx) => {
          // A read that has failed begins anew.
          await spool.clear();
          told.length = 0;
          if (permission !== undefined && sent.buildingId !== undefined)
            await buildingOf(trx, session, { access: anyOf(permission) }, { companyId, id: sent.buildingId });
          const rows = rowsOf(trx, { session, companyId, today, query: query as CsvQuery<Q> });
          const written = tellsOf ? telling(rows, tellsOf, told) : rows;
          for await (const chunk of csvChunks(columns, sent.format ?? 'BRAZILIAN', written, refuseLong)) {
            requirePresent(client);
            await spool.write(chunk);
          }
        });
      try {
        return await turns.run(session.accountId, client, async () => {
          if (session.token) void reply.headers(await app.platform.apiUse.takeFile(session));
          const spool = await spooled(client, async (file) => {
            await rowsTo(file);
            await noteDataViews(app.platform, session, told);
          });
          void reply.headers({ ...madeFile(title, 'CSV', Buffer.alloc(0)).headers, 'content-length': spool.size });
          return spool.read();
        });
      } catch (error) {
        if (error instanceof SpoolError) request.log.error({ err: error.cause }, 'temporary file of a CSV');
        throw error;
      }
    });
  };
