/** Installments of an expense that a nota fills (mock 11): those of the nota, else as its supplier usually has them. */
import { addDays, compareDates, type IsoDate } from '../../dates.ts';
import { MAX_INSTALLMENTS, splitAmount } from '../../installments.ts';
import { isPositive, sum, type Money } from '../../money.ts';

/** A duplicata of a nota. */
export interface Duplicata {
  dueDate: IsoDate | null;
  value: Money;
}

export interface ProposedInstallment {
  dueDate: IsoDate;
  grossValue: Money;
}

/** Where proposed installments come from: the nota, the supplier's last document, or nothing. */
export type InstallmentsOrigin = 'INVOICE' | 'SUPPLIER' | 'ONE';

export interface ProposedInstallments {
  origin: InstallmentsOrigin;
  list: ProposedInstallment[];
}

interface Basis {
  /** What is to be paid. */
  net: Money;
  emissionDate: IsoDate;
  today: IsoDate;
  duplicatas: readonly Duplicata[];
  /** Days from the emission to each due date of the supplier's last document; empty without one. */
  usual: readonly number[];
}

/** Duplicatas that are installments as they are: dated, positive, and summing to what is to be paid. */
const agreed = ({ net, duplicatas }: Basis): ProposedInstallment[] => {
  const dated = duplicatas.flatMap(({ dueDate, value }) =>
    dueDate !== null && isPositive(value) ? [{ dueDate, grossValue: value }] : [],
  );
  const fits = dated.length === duplicatas.length && dated.length <= MAX_INSTALLMENTS;
  return fits && sum(dated.map(({ grossValue }) => grossValue)) === net
    ? dated.sort((a, b) => compareDates(a.dueDate, b.dueDate))
    : [];
};

/** The proposal; its values sum to `net` to the cent, each above zero. Call it with a positive `net`. */
export const proposeInstallments = (basis: Basis): ProposedInstallments => {
  const { net, emissionDate, today, usual } = basis;
  const own = agreed(basis);
  if (own.length > 0) return { origin: 'INVOICE', list: own };
  const days = usual.filter((day) => day >= 0).sort((a, b) => a - b);
  const values = days.length > 0 && days.length <= MAX_INSTALLMENTS ? splitAmount(net, days.length) : [];
  if (values.length > 0 && values.every(isPositive)) {
    const list = values.map((grossValue, index) => ({ dueDate: addDays(emissionDate, days[index] ?? 0), grossValue }));
    return { origin: 'SUPPLIER', list };
  }
  const dueDate = compareDates(emissionDate, today) < 0 ? today : emissionDate;
  return { origin: 'ONE', list: [{ dueDate, grossValue: net }] };
};
