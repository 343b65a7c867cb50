import { createHash } from 'node:crypto';
import { monthText } from '#domain/financial/monthClosing/months.ts';
import { lastDayOf, type Month } from '#domain/financial/financialStatement/months.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { type ArchiveEntry, zipStream } from '../../../platform/zipStream.ts';
import { JobRefused, type JobKind, type JobRun } from '../../../platform/jobs/kinds.ts';
import { readLetterhead } from '../../../platform/pdf/letterhead.ts';
import { xlsxOf } from '../../financialStatement/export/xlsx.ts';
import { readStatement } from '../../financialStatement/statement.ts';
import { type ClosingCompany, daysOf, readCompany } from '../scope.ts';
import {
  indexCsv,
  indexHtml,
  type IndexedFile,
  madeEntry,
  type MadeEntry,
  placed,
  type PlacedFile,
} from './content.ts';
import { FOLDER_JOB, type FolderInput } from './kind.ts';
import { folderName } from './names.ts';
import { readMonthRows } from './rows.ts';
import { workbookOfMonth } from './sheets.ts';
import { FILE_SOURCES } from './sources.ts';
import { PIECE } from './store.ts';

/** What a folder may have, told to who asks for more. */
const LIMITS = { bytes: 4 * 1024 ** 3, files: 20_000, rows: 100_000 } as const;
/** Pieces of one write: each write is a row of the history. */
const PIECES_AT_ONCE = 8;

const SHEETS = 'Planilhas';
const FILES = 'Arquivos';

interface Read {
  company: ClosingCompany;
  made: MadeEntry[];
  stored: PlacedFile[];
}

const statementEntry = async (
  trx: Trx,
  company: ClosingCompany,
  { month, today }: { month: Month; today: IsoDate },
  { regime, name }: { regime: 'CASH' | 'ACCRUAL'; name: string },
): Promise<MadeEntry> => {
  const { accountId, companyId } = company;
  const scope = { accountId, companyId, building: null };
  const statement = await readStatement(trx, scope, { regime, from: month, to: month }, today);
  const letterhead = await readLetterhead(trx, accountId, companyId);
  // No instant of its making: the same month gives the same file.
  const printed = { statement, company: letterhead, buildingName: null, today, createdAt: `${today}T12:00:00.000Z` };
  return madeEntry(month, `${name} ${month}.xlsx`, 'Demonstrativo de resultado', xlsxOf(printed));
};

const refuseBeyond = (stored: readonly PlacedFile[], rows: number): void => {
  const bytes = stored.reduce((sum, { size }) => sum + size, 0);
  if (stored.length > LIMITS.files || bytes > LIMITS.bytes || rows > LIMITS.rows)
    throw new JobRefused(
      `Este mês passa do que cabe em uma pasta: até ${LIMITS.files.toLocaleString('pt-BR')} arquivos, 4 GB e ${LIMITS.rows.toLocaleString('pt-BR')} linhas. Baixe os anexos pelos lançamentos.`,
    );
};

/** Everything but the contents of stored files, in one snapshot. */
const readFolder = async (
  trx: Trx,
  accountId: number,
  { companyId, month }: FolderInput,
  now: IsoDate,
): Promise<Read> => {
  const company = await readCompany(trx, accountId, companyId);
  const days = daysOf(month);
  const today = now > days.to ? days.to : now;
  const stored: PlacedFile[] = [];
  for (const source of FILE_SOURCES) stored.push(...placed(month, source, await source.list(trx, company, days)));
  const rows = await readMonthRows(trx, company, days);
  refuseBeyond(stored, rows.documents.length + rows.installments.length + rows.payments.length);
  const statements = [
    await statementEntry(trx, company, { month, today }, { regime: 'ACCRUAL', name: 'Demonstrativo por competência' }),
    await statementEntry(trx, company, { month, today }, { regime: 'CASH', name: 'Demonstrativo por caixa' }),
  ];
  const facts = { company: company.name, month };
  const workbook = workbookOfMonth(rows, [...statements, ...stored], facts);
  return {
    ...{ company, stored },
    made: [madeEntry(month, `Lançamentos ${month}.xlsx`, 'Lançamentos do mês', workbook), ...statements],
  };
};

/** What the ZIP has, in its order: the index first, then what was made, then what was stored. */
const entriesOf = (
  job: JobRun,
  month: Month,
  { company, made, stored }: Read,
  done: (file: PlacedFile) => void,
): ArchiveEntry[] => {
  const listed: IndexedFile[] = [...made, ...stored];
  return [
    { path: 'index.html', content: indexHtml(listed, { company: company.name, month }) },
    { path: `${month}/arquivos.csv`, content: indexCsv(listed) },
    ...made,
    ...stored.map((file) => ({
      path: file.path,
      content: async () => {
        const content = await job.query((trx) => file.source.read(trx, job.actor.accountId, file.id));
        if (!content) throw new Error(`file ${file.source.folder}/${file.id} is gone`);
        done(file);
        return content;
      },
    })),
  ];
};

class Pieces {
  readonly #job: JobRun;
  readonly #folderId: number;
  readonly #hash = createHash('sha256');
  #waiting: Buffer[] = [];
  #bytes = 0;
  #position = 0;
  size = 0;

  constructor(job: JobRun, folderId: number) {
    this.#job = job;
    this.#folderId = folderId;
  }

  get sha256(): string {
    return this.#hash.digest('hex');
  }

  async take(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk);
    this.#waiting.push(chunk);
    this.#bytes += chunk.length;
    this.size += chunk.length;
    if (this.#bytes >= PIECE * PIECES_AT_ONCE) await this.flush();
  }

  /** Stores what waits; the last piece may be short. */
  async flush(): Promise<void> {
    const content = Buffer.concat(this.#waiting);
    const { accountId } = this.#job.actor;
    const pieces = Array.from({ length: Math.ceil(content.length / PIECE) }, (_, index) => ({
      ...{ account_id: accountId, folder_id: this.#folderId, position: this.#position + index },
      content: content.subarray(index * PIECE, (index + 1) * PIECE),
    }));
    this.#waiting = [];
    this.#bytes = 0;
    this.#position += pieces.length;
    if (pieces.length > 0)
      await this.#job.write(async (trx) => {
        for (const piece of pieces) await trx.insertInto('accountant_folder_pieces').values(piece).execute();
      });
  }
}

/** The folder that waits for the job, without pieces of an earlier run. */
const emptyFolder = (job: JobRun): Promise<number> =>
  job.write(async (trx) => {
    const { accountId } = job.actor;
    const folder = await trx
      .selectFrom('accountant_folders')
      .select('id')
      .where('account_id', '=', accountId)
      .where('job_id', '=', job.id)
      .executeTakeFirst();
    if (!folder) throw new JobRefused('Esta pasta foi substituída por outra.');
    await trx
      .deleteFrom('accountant_folder_pieces')
      .where('account_id', '=', accountId)
      .where('folder_id', '=', folder.id)
      .execute();
    return folder.id;
  });

const megabytes = (bytes: number): string =>
  (bytes / 1024 ** 2).toLocaleString('pt-BR', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** Makes the folder for the accountant of a month: one file of it in memory at a time. */
export const folderJob = (clock: Clock): JobKind => ({
  ...FOLDER_JOB,
  run: async (job) => {
    // Enqueued by `startFolder`.
    const input = job.input as FolderInput;
    const { accountId } = job.actor;
    const folderId = await emptyFolder(job);
    job.progress([{ name: SHEETS, done: 0, total: 1 }]);
    const read = await job.query((trx) => readFolder(trx, accountId, input, clock.today()));
    const total = read.stored.length;
    let done = 0;
    const tell = (): void =>
      job.progress([
        { name: SHEETS, done: 1, total: 1 },
        { name: FILES, done, total },
      ]);
    tell();
    const entries = entriesOf(job, input.month, read, () => {
      done += 1;
      tell();
    });
    const pieces = new Pieces(job, folderId);
    for await (const chunk of zipStream(entries, lastDayOf(input.month))) {
      job.signal.throwIfAborted();
      await pieces.take(chunk as Buffer);
    }
    await pieces.flush();
    const { size, sha256 } = pieces;
    return job.finish(async (trx) => {
      await trx
        .updateTable('accountant_folders')
        .set({
          size,
          sha256,
          files: entries.length,
          name: folderName(`Pasta do contador ${read.company.name} ${input.month}.zip`),
        })
        .where('account_id', '=', accountId)
        .where('id', '=', folderId)
        .execute();
      return {
        message: `A pasta do contador de ${monthText(input.month)} está pronta: ${entries.length} arquivos, ${megabytes(size)} MB.`,
        result: { folderId },
      };
    });
  },
});
