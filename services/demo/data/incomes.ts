/** Fixed price of the Residência Alto da Serra, in reais, and the part of it that each measurement bills (per cent). */
export const CASA_CONTRACT = 1_980_000;
/** The twelve measurements of the past months. */
export const CASA_MEASURED = [8, 5, 5, 6, 6, 7, 7, 7, 6, 6, 6, 6] as const;
/** The thirteenth is overdue: the customer disputes the roof. */
export const CASA_OVERDUE = 4;
/** The last three, with the days from the seed date on which they are expected. */
export const CASA_EXPECTED = [
  { percent: 7, days: 43 },
  { percent: 7, days: 74 },
  { percent: 7, days: 104 },
] as const;

/** Fee of the clinic's contract by administration, on every cost that is charged. */
export const CLINICA_FEE_PERCENT = '15';
/** Months whose costs are billed, in the month that follows. */
export const CLINICA_MONTHS = [-9, 1] as const;

/**
 * The lender releases money as the row houses advance. How far from where it began, in thousands of reais, each past
 * release leaves the company's cash at the end of its month.
 */
export const CASH_AFTER_RELEASE = [35, 80, 20, -30, 40, 95, 60, -20, 45, 105, 70, 10, -45, 25] as const;
/** Releases to come: days from the seed date, and the cash they should leave, in thousands of reais. */
export const RELEASES_EXPECTED = [
  { days: 46, cash: 330 },
  { days: 76, cash: 370 },
  { days: 106, cash: 310 },
] as const;

/** Cash in the wallets on the seed date. */
export const CASH_TODAY = '441872.35';
/** How far below zero the projected cash falls on its first negative day, in the sixth week. */
export const FIRST_DIP = '63418.20';
