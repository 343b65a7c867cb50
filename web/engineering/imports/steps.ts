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

export const checkOf = (progress: readonly JobStep[]): JobStep | undefined =>
  progress.find(({ name }) => name === CHECK);

/** Whether the sheets are still being read and checked: until then, no report is stored. */
export const isReading = (job: ImportJob, progress: readonly JobStep[]): boolean =>
  (job.state === 'QUEUED' || job.state === 'RUNNING') && (writingOf(progress)?.done ?? 0) === 0;

/** "45 s", "1 min 12 s" */
const durationText = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;

/** Share of the rows below which the time that remains is a guess. */
const ENOUGH = 0.05;

/** What remains, as it is told: to ten seconds below a minute and a half, else to a minute. */
const remainingText = (seconds: number): string => {
  if (seconds < 10) return 'falta pouco';
  return seconds < 90
    ? `falta cerca de ${Math.round(seconds / 10) * 10} s`
    : `falta cerca de ${Math.round(seconds / 60)} min`;
};

/** "1 min 12 s até aqui, falta cerca de 2 min": the rest is reckoned by the rows that are left to read. */
export const timeText = (elapsed: number, { done, total }: { done: number; total: number | null }): string => {
  const soFar = `${durationText(elapsed)} até aqui`;
  if (!total || done < total * ENOUGH || elapsed < 2) return soFar;
  return `${soFar}, ${remainingText((elapsed * Math.max(0, total - done)) / done)}`;
};
