import type { DaySum } from '#schema/financial/transactions/days.rest.ts';

/** Returns what asks for the sums of the days on a page, in one call; none for a page without rows. */
export const daySumsOf =
  (dueDates: readonly string[], ask: (days: string) => Promise<{ days?: DaySum[] }>) => async (): Promise<DaySum[]> => {
    const days = [...new Set(dueDates)];
    return days.length === 0 ? [] : ((await ask(days.join(','))).days ?? []);
  };
