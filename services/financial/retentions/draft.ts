import { retainedOf } from '#domain/financial/retentions/rules.ts';
import { TAX_LABELS, type RetentionTax } from '#domain/financial/retentions/taxes.ts';
import { compare, formatCurrency, formatMoney, isPositive, money, sum, type Money } from '#domain/money.ts';
import { toDecimal } from '#domain/decimal.ts';
import type { Retention, RetentionBody } from '#schema/financial/retentions/body.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import { checkDate, textOrNull } from '../transactions/bodyTexts.ts';
import type { StoredRetention } from './columns.ts';

/** A retention of a body, its figures settled. */
export interface RetentionDraft {
  /** Its path in the body: "retentions.1". */
  path: string;
  tax: RetentionTax;
  /** Of ISS: whose rule counts. */
  city: string | null;
  base: Money;
  rate: string;
  value: Money;
  reason: string | null;
  /** Null: the collector of the rule, or the supplier himself for a guarantee. */
  partnerId: number | null;
  /** As sent; null: by the rule. Undefined: as it is. */
  dueDate: string | null | undefined;
  /** The one of this tax that is there. */
  stored: StoredRetention | null;
}

/** What was there before: as stored, and as the client received it. */
interface Before {
  stored: { retentions: readonly StoredRetention[] };
  answer: { retentions: readonly Retention[] };
}

/** Values of the retentions of a draft, or of those that stay. */
export const retainedValues = (
  drafts: readonly RetentionDraft[] | null,
  stored: readonly { value: Money }[] | undefined,
): Money[] => (drafts ?? stored ?? []).map(({ value }) => value);

/** The part of `rate` that counts, as numeric(7,4) has it. */
const rateOf = (rate: string): string => toDecimal(rate).toFixed(4);

const TWICE = 'Este imposto já está na lista.';
const NO_REASON = 'Informe o motivo da diferença, ou o valor calculado.';

/** Reads the list; null when it is omitted: the stored ones do not change. */
export const readRetentions = (
  list: readonly RetentionBody[] | undefined,
  before: Before | undefined,
  problems: Problems,
): RetentionDraft[] | null => {
  if (!list) return null;
  const seen = new Set<string>();
  return list.map((item, index) => {
    const path = `retentions.${index}`;
    if (seen.has(item.tax)) problems.contradiction(`${path}.tax`, TWICE);
    seen.add(item.tax);
    return readOne(item, before, path, problems);
  });
};

const readOne = (item: RetentionBody, before: Before | undefined, path: string, problems: Problems): RetentionDraft => {
  const stored = before?.stored.retentions.find(({ tax }) => tax === item.tax) ?? null;
  const answered = before?.answer.retentions.find(({ tax }) => tax === item.tax);
  const [base, rate] = [money(item.base), rateOf(item.rate)];
  if (!isPositive(base)) problems.rule(`${path}.base`, 'Informe uma base maior que zero.');
  if (toDecimal(rate).lte(0) || toDecimal(rate).gt(100)) {
    problems.rule(`${path}.rate`, 'A alíquota vai de 0,0001% a 100%.');
  }
  if (item.dueDate != null) checkDate(item.dueDate, `${path}.dueDate`, problems);
  const reason = textOrNull(item.reason);
  const city = item.city === undefined ? (stored?.city ?? null) : textOrNull(item.city);
  if (city !== null && item.tax !== 'ISS') problems.contradiction(`${path}.city`, 'Só o ISS é de um município.');
  // Another city has another collector.
  const collected = stored && city === stored.city ? stored.partnerId : null;
  return {
    ...{ path, tax: item.tax, city, base, rate, reason, stored },
    value: valueOf(item, { base, rate, reason, answered }, path, problems),
    partnerId: item.partner?.id ?? collected,
    // A date that repeats the answer is no choice: it follows the rule where the emission changes.
    dueDate: item.dueDate != null && item.dueDate === answered?.dueDate ? undefined : item.dueDate,
  };
};

/** The value of a retention: as sent, where it is base × rate or has a reason; a repeated one follows a changed base. */
const valueOf = (
  item: RetentionBody,
  known: { base: Money; rate: string; reason: string | null; answered: Retention | undefined },
  path: string,
  problems: Problems,
): Money => {
  const computed = retainedOf(known.base, known.rate);
  const { answered } = known;
  const repeated =
    answered !== undefined &&
    item.value != null &&
    money(item.value) === answered.value &&
    (known.base !== answered.base || rateOf(answered.rate) !== known.rate);
  const value = item.value == null || (repeated && known.reason === null) ? computed : money(item.value);
  if (!isPositive(value)) problems.rule(`${path}.value`, 'Informe um valor maior que zero, ou tire a retenção.');
  else if (compare(value, computed) !== 0 && known.reason === null) {
    const shown = toDecimal(known.rate).toFixed().replace('.', ',');
    problems.rule(`${path}.value`, `${shown}% de ${formatMoney(known.base)} dá ${formatMoney(computed)}. ${NO_REASON}`);
  }
  return value;
};

/** What a draft would withhold of more than there is: the base is part of the invoice. */
export const checkBases = (drafts: readonly RetentionDraft[], net: Money, problems: Problems): void => {
  const invoice = sum([net, ...drafts.map(({ value }) => value)]);
  for (const { base, path, tax } of drafts) {
    if (compare(base, invoice) <= 0) continue;
    const message = `A base de ${TAX_LABELS[tax]} passa do valor da nota (${formatCurrency(invoice)}).`;
    problems.rule(`${path}.base`, message);
  }
};
