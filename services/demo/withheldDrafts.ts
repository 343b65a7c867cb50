import type { IsoDate } from '#domain/dates.ts';
import { retainedOf } from '#domain/financial/retentions/rules.ts';
import { subtract, sum, ZERO } from '#domain/money.ts';
import { dueDates } from '../financial/retentions/due.ts';
import { dayOfMonth } from './calendar.ts';
import { WITHHELD, WITHHELD_DAY, type WithheldSample, type WithheldTax } from './data/withheld.ts';
import type { Draft, DraftInstallment, ExpenseDraft } from './drafts.ts';

const keyOf = ({ key, month }: WithheldSample, seedDate: IsoDate): string =>
  month === undefined ? key : `${key} ${dayOfMonth(seedDate, month, WITHHELD_DAY)}`;

/** Day of the fact of a tax: that of the invoice, or of its payment. */
const factOf = ({ fact }: WithheldTax, { emission }: ExpenseDraft, { dueDate, payment }: DraftInstallment): IsoDate =>
  fact === 'ISSUE' ? emission : (payment?.date ?? dueDate);

/** The invoice less its taxes, and one payable for each: together they are what the invoice was. */
const divide = (invoice: ExpenseDraft, { taxes, forgotten }: WithheldSample, seedDate: IsoDate): ExpenseDraft[] => {
  const [one, more] = invoice.installments;
  if (!one || more) throw new RangeError(`${invoice.key} has not one installment`);
  const payables = taxes.map((rule): ExpenseDraft => {
    const fact = factOf(rule, invoice, one);
    const { day } = dueDates([fact])(rule, fact);
    const isPaid = day < seedDate && rule.tax !== forgotten;
    const payment = { date: day, increase: ZERO, discount: ZERO, wallet: invoice.wallet, method: 'BOLETO' as const };
    return {
      ...invoice,
      key: `${invoice.key} ${rule.tax}`,
      partner: rule.collector,
      installments: [{ dueDate: day, gross: retainedOf(one.gross, rule.rate), payment: isPaid ? payment : null }],
      payableOf: { key: invoice.key, tax: rule.tax },
    };
  });
  const withheld = payables.flatMap(({ installments }) => installments.map(({ gross }) => gross));
  const net = { ...one, gross: subtract(one.gross, sum(withheld)) };
  return [{ ...invoice, installments: [net], withheld: taxes }, ...payables];
};

/** Withholds taxes of some services: the books keep their costs, and pay a part of them to others, later. */
export const withhold = (drafts: readonly Draft[], seedDate: IsoDate): Draft[] => {
  const samples = new Map(WITHHELD.map((sample) => [keyOf(sample, seedDate), sample]));
  return drafts.flatMap((draft) => {
    const sample = samples.get(draft.key);
    return sample && draft.type === 'DEBIT' ? divide(draft, sample, seedDate) : [draft];
  });
};
