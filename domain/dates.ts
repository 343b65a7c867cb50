export {
  type DateRange,
  type IsoDate,
  DEFAULT_TIME_ZONE,
  FIRST_DAY,
  LAST_DAY,
  addDays,
  addMonths,
  compareDates,
  dayOfWeek,
  daysBetween,
  defaultDateRange,
  endOfMonth,
  isIsoDate,
  monthlyDueDates,
  startOfMonth,
  todayIn,
} from './calendar.ts';
export {
  formatDate,
  formatLongDate,
  formatMoment,
  formatMonthName,
  formatWholeMonth,
  formatShortDate,
  formatShortMonth,
} from './dateFormat.ts';
export { parseDate, type Towards } from './dateInput.ts';
