import { type IsoDate, addDays } from '../../dates.ts';
import { type Money, fromCents, toCents } from '../../money.ts';

/** What moved on a day. Money in is positive. */
export interface DayOfMovements {
  date: IsoDate;
  /** Lines of the statement. */
  bank: Money;
  /** Movements of the wallet, and lines that are not in Prumo. */
  prumo: Money;
}

/**
 * First day on which the running balances of bank and Prumo part and do not meet again, of days in order up to the bank's balance
 * (mock 7). Null where they end equal. Where they differ before the first day, that day is named.
 */
export const firstParting = (days: readonly DayOfMovements[], unexplained: Money): IsoDate | null => {
  let difference = toCents(unexplained);
  if (difference === 0n) return null;
  let parting: IsoDate | null = days[0]?.date ?? null;
  for (const day of [...days].reverse()) {
    parting = day.date;
    difference -= toCents(day.bank) - toCents(day.prumo);
    if (difference === 0n) return parting;
  }
  return parting;
};

/** Last day up to which every line is answered and the balances are equal: what "conciliado até" proposes. Null: none. */
export const provenThrough = (
  days: readonly (DayOfMovements & { open: number })[],
  { unexplained, end }: { unexplained: Money; end: IsoDate },
): IsoDate | null => {
  let difference = toCents(unexplained);
  let last = end;
  let proven: IsoDate | null = null;
  for (const day of [...days].reverse()) {
    if (proven === null && difference === 0n) proven = last;
    if (day.open > 0) proven = null;
    difference -= toCents(day.bank) - toCents(day.prumo);
    last = addDays(day.date, -1);
  }
  return proven;
};

/** Bank's balance less the wallet's and what is not in Prumo. */
export const unexplainedOf = ({ ledger, wallet, outside }: { ledger: Money; wallet: Money; outside: Money }): Money =>
  fromCents(toCents(ledger) - toCents(wallet) - toCents(outside));
