import { addDays, dayOfWeek, type IsoDate } from '../../calendar.ts';
import { formatShortDate } from '../../dateFormat.ts';

/** Why nobody works on a day, in words: "sábado", "feriado (Natal)"; null for a working day. */
export type DaysOff = (day: IsoDate) => string | null;

/** Weekends, and the holidays by their days. */
export const daysOffOf =
  (holidays: ReadonlyMap<IsoDate, string>): DaysOff =>
  (day) => {
    const holiday = holidays.get(day);
    if (holiday !== undefined) return `feriado (${holiday})`;
    return ['domingo', null, null, null, null, null, 'sábado'][dayOfWeek(day)] ?? null;
  };

/** What happens to a due date on a day off. */
export const WORKING_DAY_RULES = ['NEXT', 'PREVIOUS', 'KEEP'] as const;
export type WorkingDayRule = (typeof WORKING_DAY_RULES)[number];

export const WORKING_DAY_RULE_LABELS: Record<WorkingDayRule, string> = {
  NEXT: 'Próximo dia útil',
  PREVIOUS: 'Dia útil anterior',
  KEEP: 'Manter o dia',
};

export interface MovedDay {
  day: IsoDate;
  /** "05/12 é sábado: próximo dia útil"; null for a day that stays. */
  reason: string | null;
}

/** The day itself, or the working day that the rule says. */
export function movedDay(day: IsoDate, rule: WorkingDayRule, daysOff: DaysOff): MovedDay {
  const why = daysOff(day);
  if (why === null || rule === 'KEEP') return { day, reason: null };
  const step = rule === 'NEXT' ? 1 : -1;
  let moved = day;
  while (daysOff(moved) !== null) moved = addDays(moved, step);
  const where = WORKING_DAY_RULE_LABELS[rule].toLowerCase();
  return { day: moved, reason: `${formatShortDate(day)} é ${why}: ${where}` };
}
