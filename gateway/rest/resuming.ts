import { hasCode } from './errors.ts';

/** Pauses in milliseconds before reconnecting to a stream that broke; the last one repeats. */
const PAUSES = [250, 500, 1_000, 2_000];

/** Adds jitter (±50 %), since all streams of a service break at the same time. */
export const pauseAfter = (failures: number): number =>
  (PAUSES[Math.min(failures, PAUSES.length - 1)] ?? 0) * (0.5 + Math.random());

const ENDS_STREAM = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'LEGAL_RESTRICTION'] as const;

/** True for a refusal that another attempt would not change. */
export const isOver = (error: unknown): boolean => ENDS_STREAM.some((code) => hasCode(error, code));
