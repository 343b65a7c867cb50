import { REGIMES } from '#domain/engineering/publishedPrices.ts';
import { IMPORT_DONE, IMPORT_UNCHANGED } from '#domain/messages.ts';
import type { RunStep } from '#schema/engineering/jobs.rest.ts';
import { readJobFile } from '../../platform/jobs/files.ts';
import type { JobKind, JobRun, Settled } from '../../platform/jobs/kinds.ts';
import {
  IMPORT_KIND,
  type ImportChoice,
  type ImportDetails,
  type ImportInput,
  type ImportQuestion,
} from '../imports/kind.ts';
import { tellOfImport } from '../imports/messages.ts';
import { keepReport } from '../imports/reportStore.ts';
import { requireNoApprovedUse } from './approved.ts';
import { compareMonths } from './changes.ts';
import { checkCosts, leaveOut } from './check.ts';
import { inspect, LINES_SHEET, type WorkbookFacts } from './layout.ts';
import { readMonth, sheetsOf, type Choice, type Month, type SheetProgress } from './month.ts';
import { tellOfNews } from './news.ts';
import { monthBefore, tablesOf } from './published.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import { writeMonth } from './write.ts';

const CHECK = 'Conferência';
const WRITING = 'Gravação';

/** Progress by sheet, then of the check and of the writing. */
class Progress {
  readonly #job: JobRun;
  readonly #steps: RunStep[];
  readonly #since = performance.now();
  #details: ImportDetails;

  constructor(job: JobRun, facts: WorkbookFacts, { details, choice }: { details: ImportDetails; choice: Choice }) {
    this.#job = job;
    this.#details = details;
    const sheets = [...sheetsOf(choice), LINES_SHEET];
    this.#steps = [
      ...sheets.map((name) => this.#stepOf(name, facts.layouts[name]?.rows ?? null)),
      this.#stepOf(CHECK, null),
      this.#stepOf(WRITING, choice.states.length * choice.regimes.length),
    ];
  }

  #stepOf(name: string, total: number | null): RunStep {
    return { name, done: 0, total, prices: 0, withoutPrice: 0 };
  }

  #set(name: string, values: Partial<RunStep>): void {
    this.#job.signal.throwIfAborted();
    const index = this.#steps.findIndex((step) => step.name === name);
    const step = this.#steps[index];
    if (step) this.#steps[index] = { ...step, ...values };
    this.#job.progress(this.#steps);
    this.tell({});
  }

  /** Tells more of what was found, with the time that it took. */
  tell(more: Partial<ImportDetails>): void {
    const elapsedSeconds = Math.floor((performance.now() - this.#since) / 1000);
    this.#details = { ...this.#details, ...more, elapsedSeconds };
    this.#job.tell(this.#details);
  }

  sheet({ sheet, rows, prices, withoutPrice, counts }: SheetProgress): void {
    this.tell({ counts });
    this.#set(sheet, { done: rows, prices, withoutPrice });
  }

  /** The sheets are read: their rows are known. */
  read(compositions: number): void {
    for (const { name, done } of [...this.#steps]) {
      if (name !== CHECK && name !== WRITING) this.#set(name, { total: done });
    }
    this.#set(CHECK, { total: compositions });
  }

  checked(): void {
    const step = this.#steps.find(({ name }) => name === CHECK);
    this.#set(CHECK, { done: (step?.done ?? 0) + 1 });
  }

  written(tables: number): void {
    this.#set(WRITING, { done: tables });
  }
}

const factsOf = (job: JobRun, facts: WorkbookFacts): ImportDetails => ({
  ...(job.input as ImportInput),
  month: `${facts.month}-01`,
  emittedOn: facts.emittedOn,
  states: facts.states,
  regimes: [...REGIMES],
  chosenStates: [],
  chosenRegimes: [],
  existingTables: 0,
  previousMonth: null,
  elapsedSeconds: null,
  counts: null,
  leftOut: 0,
});

const ask = (job: JobRun, question: ImportQuestion['question']): Promise<Settled> => job.ask({ question });

/** What the database has of the month and before it. */
const knownOf = (job: JobRun, month: string, choice: Choice) =>
  job.query(async (trx) => {
    const tables = await tablesOf(trx, job.actor.accountId, month);
    const replaced = [...tables.values()].filter(
      ({ state, regime }) => choice.states.includes(state) && choice.regimes.includes(regime),
    );
    return { existingTables: replaced.length, previousMonth: await monthBefore(trx, job.actor.accountId, month) };
  });

const readAndCheck = async (
  workbook: Workbook,
  facts: WorkbookFacts,
  choice: Choice,
  progress: Progress,
): Promise<{ month: Month; leftOut: number }> => {
  const onProgress = (sheet: SheetProgress) => progress.sheet(sheet);
  const month = await readMonth({ workbook, facts, choice, onProgress });
  const leftOut = leaveOut(month);
  progress.read(month.compositions.size * choice.regimes.length);
  await checkCosts(month, choice, () => progress.checked());
  return { month, leftOut };
};

const importChosen = async (
  job: JobRun,
  workbook: Workbook,
  facts: WorkbookFacts,
  { withoutRejected = false, ...choice }: ImportChoice,
): Promise<Settled> => {
  const firstDay = `${facts.month}-01`;
  await job.query((trx) => requireNoApprovedUse(trx, job.actor.accountId, firstDay, choice));
  const known = await knownOf(job, firstDay, choice);
  const chosen = { chosenStates: choice.states, chosenRegimes: choice.regimes };
  const details: ImportDetails = { ...factsOf(job, facts), ...known, ...chosen };
  const progress = new Progress(job, facts, { details, choice });
  progress.tell({});
  const { month, leftOut } = await readAndCheck(workbook, facts, choice, progress);
  const before = known.previousMonth;
  await job.query((trx) => tellOfNews(trx, job.actor.accountId, { month, before }));
  const { counts } = month.report;
  await job.write((trx) => keepReport(trx, { accountId: job.actor.accountId, jobId: job.id }, month.report.entries));
  progress.tell({ counts, leftOut });
  if (counts.rejected > 0 && !withoutRejected) return ask(job, 'REJECTED_ROWS');
  const changes = await job.query((trx) => compareMonths(trx, job.actor.accountId, { month, choice, before }));
  return job.finish(async (trx, work) => {
    const onTable = (written: number) => progress.written(written);
    const written = await writeMonth(trx, work, { firstDay, month, choice, onTable });
    const result = { ...written, previousMonth: before, ...changes };
    return { message: written.unchanged ? IMPORT_UNCHANGED : IMPORT_DONE, result };
  });
};

const run = async (job: JobRun): Promise<Settled> => {
  const file = await job.query((trx) => readJobFile(trx, job.actor.accountId, job.id));
  const workbook = await openWorkbook(file);
  try {
    const facts = await inspect(workbook);
    job.signal.throwIfAborted();
    if (job.answer !== null) return await importChosen(job, workbook, facts, job.answer as ImportChoice);
    const all = { states: facts.states, regimes: REGIMES };
    const known = await knownOf(job, `${facts.month}-01`, all);
    job.tell({ ...factsOf(job, facts), ...known });
    return await ask(job, 'STATES');
  } finally {
    workbook.close();
  }
};

/** Imports the published prices of a month from a workbook (docs/decisions/0032). */
export const costDatabaseImport: JobKind = {
  kind: IMPORT_KIND,
  permission: 'ENGINEERING',
  run,
  settled: tellOfImport,
};
