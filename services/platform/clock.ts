import { todayIn, type IsoDate } from '#domain/dates.ts';

/** The only source of "now" and "today", injected so that tests and the demo can set it. */
export interface Clock {
  now(): Date;
  /** Returns today in a time zone; by default São Paulo (domain.md §1). */
  today(timeZone?: string): IsoDate;
}

const clockOf = (now: () => Date): Clock => ({
  now,
  today: (timeZone) => todayIn(now(), timeZone),
});

export const systemClock: Clock = clockOf(() => new Date());

export interface FixedClock extends Clock {
  set(instant: string): void;
  advance(milliseconds: number): void;
}

/** A clock for tests that only advances explicitly. */
export const fixedClock = (instant: string): FixedClock => {
  let current = new Date(instant).getTime();
  return {
    ...clockOf(() => new Date(current)),
    set: (next) => void (current = new Date(next).getTime()),
    advance: (milliseconds) => void (current += milliseconds),
  };
};

/** A clock that starts at an instant and runs on from there. */
export const shiftedClock = (instant: string): Clock => {
  const offset = new Date(instant).getTime() - Date.now();
  if (Number.isNaN(offset))
    throw new Error(`PRUMO_CLOCK=${instant} não serve: informe um instante, como 2026-11-20T12:00:00Z.`);
  return clockOf(() => new Date(Date.now() + offset));
};

/** Returns a clock that starts at PRUMO_CLOCK (2026-11-20T12:00:00Z), or the system clock when it is unset. */
export const clockFromEnvironment = (environment: Record<string, string | undefined>): Clock =>
  environment['PRUMO_CLOCK'] ? shiftedClock(environment['PRUMO_CLOCK']) : systemClock;
