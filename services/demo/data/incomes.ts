/** Income of the house that is expected after its measurements, in reais, due so many days after the seed date. */
export const CASA_EXPECTED = [
  { amount: 138_600, days: 43 },
  { amount: 138_600, days: 74 },
  { amount: 138_600, days: 104 },
] as const;

/** Administration fee of the clinic's contract, in percent of every charged cost. */
export const CLINICA_FEE_PERCENT = '15';
/** First and last month with costs to bill; each is billed in the month after it. */
export const CLINICA_MONTHS = [-9, 1] as const;

/**
 * The lender releases money as the row houses progress. Company cash at the end of each past release's month, relative
 * to the start, in thousands of reais.
 */
export const CASH_AFTER_RELEASE = [35, 80, 20, -30, 40, 95, 60, -20, 45, 105, 70, 10, -45, 25] as const;
/**
 * Future releases: days after the seed date and company cash after the release, in thousands of reais. They pay for what is
 * ordered too, which is no expense yet: some 50, 110 and 140 of it.
 */
export const RELEASES_EXPECTED = [
  { days: 46, cash: 380 },
  { days: 76, cash: 480 },
  { days: 106, cash: 450 },
] as const;

/** Cash in the wallets on the seed date. */
export const CASH_TODAY = '441872.35';
/** Amount by which projected cash is below zero on its first negative day, in the sixth week. */
export const FIRST_DIP = '63418.20';
