import { formatCount } from '#domain/numberFormat.ts';
import type { Clock } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import { safeFileName } from '../http/fileName.ts';
import { JobRefused, type JobKind, type JobRun } from '../jobs/kinds.ts';
import { rightsOf } from '../session.ts';
import type { Actor, Trx, Work } from '../db/unitOfWork.ts';
import type { Catalogue } from './catalogue.ts';
import { fileChunks } from './file.ts';
import { REPORT_JOB, type ReportJobInput } from './files.ts';
import { fileNameOf } from './names.ts';
import { openReport } from './open.ts';

/** Bytes of a piece, as the table limits them. */
const PIECE = 1024 * 1024;
const MOST_ROWS = 500_000;
const STEP = 'Linhas';

/** Stores a file in pieces of one size as it is made. */
class Pieces {
  readonly #job: JobRun;
  readonly #fileId: number;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #position = 0;
  size = 0;

  constructor(job: JobRun, fileId: number) {
    this.#job = job;
    this.#fileId = fileId;
  }

  async take(chunk: Buffer): Promise<void> {
    this.#waiting.push(chunk);
    this.#bytes += chunk.length;
    this.size += chunk.length;
    if (this.#bytes >= PIECE) await this.flush();
  }

  async flush(): Promise<void> {
    const content = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#bytes = 0;
    if (content.length === 0) return;
    await this.#job.write(async (trx) => {
      for (let start = 0; start < content.length; start += PIECE) {
        const piece = content.subarray(start, start + PIECE);
        await trx
          .insertInto('report_file_pieces')
          .values({
            ...{ account_id: this.#job.actor.accountId, file_id: this.#fileId, position: this.#position },
            content: piece,
          })
          .execute();
        this.#position += 1;
      }
    });
  }
}

/** The file that waits for the job, without pieces of an earlier run. */
const emptyFile = (job: JobRun): Promise<number> =>
  job.write(async (trx) => {
    const { accountId } = job.actor;
    const file = await trx
      .selectFrom('report_files')
      .select('id')
      .where('account_id', '=', accountId)
      .where('job_id', '=', job.id)
      .executeTakeFirst();
    if (!file) throw new JobRefused('Este arquivo não é mais esperado.');
    await trx
      .deleteFrom('report_file_pieces')
      .where('account_id', '=', accountId)
      .where('file_id', '=', file.id)
      .execute();
    return file.id;
  });

interface Made {
  count: number;
  title: string;
  name: string;
}

const makeFile = (trx: Trx, { job, pieces, ...parts }: MakingParts): Promise<Made> =>
  refusing(async () => {
    const { catalogue, clock } = parts;
    const { companyId, report, format, parameters } = job.input as ReportJobInput;
    const session = await rightsOf(trx, job.actor, companyId);
    if (!session) throw new JobRefused('Seu acesso a este relatório acabou.');
    const description = catalogue.find(report, session, companyId);
    const { printed } = await openReport(trx, clock, description, { session, companyId, sent: parameters });
    const total = printed.content.summary?.count ?? null;
    let count = 0;
    const onRow = (rows: number): void => {
      count = rows;
      if (rows > MOST_ROWS)
        throw new JobRefused(`Este relatório passa de ${formatCount(MOST_ROWS)} linhas. Escolha um período menor.`);
      if (rows % 500 === 0) job.progress([{ name: STEP, done: rows, total }]);
    };
    for await (const chunk of fileChunks(format, { ...printed, onRow })) {
      job.signal.throwIfAborted();
      await pieces.take(chunk);
    }
    await pieces.flush();
    job.progress([{ name: STEP, done: count, total: count }]);
    const name = safeFileName(fileNameOf(printed), [`.${format.toLowerCase()}`]);
    return { count, title: printed.title, name };
  });

/** What the user may no longer run, or a report refuses, is told to them and not tried again. */
const refusing = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) throw new JobRefused(error.message);
    throw error;
  }
};

interface MakingParts {
  job: JobRun;
  pieces: Pieces;
  catalogue: Catalogue;
  clock: Clock;
}

/** Tells the user how it ended, in the SQL transaction that ends it. */
export type Tell = (
  trx: Trx,
  work: Work,
  message: { userId: number; failed: boolean; text: string; link: string; people?: readonly number[] },
) => Promise<void>;

/** Makes a file of a report with the rights that the user has when it runs; rows go to the database as they come. */
export const reportJob = (catalogue: Catalogue, clock: Clock, tell: Tell): JobKind => ({
  ...REPORT_JOB,
  run: async (job) => {
    const fileId = await emptyFile(job);
    const pieces = new Pieces(job, fileId);
    const made = await job.query((trx) => makeFile(trx, { job, pieces, catalogue, clock }));
    return job.finish(async (trx) => {
      await trx
        .updateTable('report_files')
        .set({ name: made.name, size: pieces.size })
        .where('account_id', '=', job.actor.accountId)
        .where('id', '=', fileId)
        .execute();
      return {
        message: `${made.title}: o arquivo está pronto, com ${formatCount(made.count)} linhas.`,
        result: { fileId },
      };
    });
  },
  settled: async (trx, work, { actor, input }, settlement) => {
    if (settlement.state === 'WAITING') return;
    await tell(trx, work, {
      userId: (actor as Actor).userId,
      failed: settlement.state === 'FAILED',
      text: settlement.message,
      link: `/reports?tab=files&report=${(input as ReportJobInput).report}`,
    });
  },
});
