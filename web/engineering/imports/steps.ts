import type { ImportJobFragment } from '#web/generated/engineering.ts';

export type ImportJob = ImportJobFragment;
export type JobStep = ImportJob['progress'][number];

export const STEPS = ['Arquivo', 'Conferência', 'Leitura', 'Gravação', 'Resultado'] as const;

const CHECK = 'Conferência';
const WRITING = 'Gravação';

/** The sheets of a job's progress; the check and the writing are steps of their own. */
export const sheetsOf = (progress: readonly JobStep[]): JobStep[] =>
  progress.filter(({ name }) => name !== CHECK && name !== WRITING);

export const writingOf = (progress: readonly JobStep[]): JobStep | undefined =>
  progress.find(({ name }) => name === WRITING);

const isFinal = ({ state }: ImportJob): boolean => state === 'DONE' || state === 'FAILED' || state === 'CANCELLED';
export const isOpen = (job: ImportJob): boolean => !isFinal(job);

/** Index of the current step in STEPS. */
export const stepOf = (job: ImportJob, progress: readonly JobStep[]): number => {
  if (isFinal(job)) return 4;
  const question = job.costDatabaseImport?.question;
  if (question === 'STATES') return 1;
  if (question === 'REJECTED_ROWS') return 2;
  if ((writingOf(progress)?.done ?? 0) > 0) return 3;
  return progress.length === 0 ? (job.costDatabaseImport?.month ? 1 : 0) : 2;
};

const most = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a === null || a === undefined ? (b ?? null) : Math.max(a, b ?? 0);

/** Progress that never goes backwards: a run that begins anew counts from where the last one was. */
export const advanced = (before: readonly JobStep[], now: readonly JobStep[]): readonly JobStep[] =>
  now.map((step) => {
    const known = before.find(({ name }) => name === step.name);
    if (!known) return step;
    return {
      ...step,
      done: Math.max(known.done, step.done),
      prices: most(known.prices, step.prices),
      withoutPrice: most(known.withoutPrice, step.withoutPrice),
    };
  });

const sum = (steps: readonly JobStep[], of: (step: JobStep) => number | null | undefined): number =>
  steps.reduce((all, step) => all + (of(step) ?? 0), 0);

/** Rows read, rows in all (null while a sheet does not tell), and their share in per cent. */
export const readingOf = (progress: readonly JobStep[]) => {
  const sheets = sheetsOf(progress);
  const done = sum(sheets, (step) => step.done);
  const total = sheets.some((step) => step.total === null) ? null : sum(sheets, (step) => step.total);
  return { done, total, percent: total ? Math.min(100, Math.floor((done / total) * 100)) : null };
};
