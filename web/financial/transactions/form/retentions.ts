import { baseOf, exemptionOf, retainedOf } from '#domain/financial/retentions/rules.ts';
import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { isIsoDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { toDecimal } from '#domain/decimal.ts';
import { compare, formatCurrency, isPositive, subtract, sum, ZERO, type Money } from '#domain/money.ts';
import type {
  RetentionInput,
  RetentionProposalFragment,
  RetentionTax,
  TransactionDetailFragment,
} from '#web/generated/financial.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { Option } from '#web/ui/useOptions.ts';

/** What is withheld of an expense, in its form. The key is the tax: each once. */
export interface FormRetention {
  key: RetentionTax;
  /** Of ISS: the city whose rule counts. */
  city: string | null;
  base: Money | '';
  rate: string;
  /** A typed value; '' for base × rate. */
  typed: Money | '';
  reason: string;
  /** Null: the collector of the rule. */
  partner: Option | null;
  /** '' for the day of the rule. */
  dueDate: string;
  /** Nothing is withheld up to this value; null where it is known to be withheld. */
  minimum: Money | null;
  /** Part of the invoice that the base is, until one is typed. */
  basePercentage: string | null;
  /** A payable that is paid, also in part, does not change. */
  paid: boolean;
  /** Of a saved one: the expense by which it is collected. */
  payableId: string | null;
}

export interface Retained {
  grossValue: Money | '';
  retentions: FormRetention[];
}

/** base × rate, or the typed value. */
export const valueOf = ({ base, rate, typed }: FormRetention): Money => {
  if (typed !== '') return typed;
  return base === '' || rate === '' ? ZERO : retainedOf(base, rate);
};

/** Why nothing is withheld of a row; null where it is. A typed value is withheld. */
export const exemptionOfRow = (row: FormRetention): string | null =>
  row.typed !== '' || row.minimum === null || row.key === 'GUARANTEE'
    ? null
    : exemptionOf(valueOf(row), { minimum: row.minimum, tax: row.key });

/** What is withheld of a row: nothing up to the minimum. */
export const withheldOf = (row: FormRetention): Money => (exemptionOfRow(row) === null ? valueOf(row) : ZERO);

export const retainedTotal = ({ retentions }: Pick<Retained, 'retentions'>): Money => sum(retentions.map(withheldOf));

/** What the supplier is paid: the installments sum to it. */
export const netOf = (form: Retained): Money => subtract(form.grossValue || ZERO, retainedTotal(form));

/** Bases follow the value of the invoice until one is typed. */
export const followingBases = (form: Retained): FormRetention[] =>
  form.retentions.map((row) =>
    row.basePercentage === null || row.paid
      ? row
      : { ...row, base: form.grossValue && baseOf(form.grossValue, { basePercentage: row.basePercentage }) },
  );

/** A new row, as the rule has it. */
export const newRetention = (
  key: RetentionTax,
  proposal: RetentionProposalFragment | null,
  grossValue: Money | '',
): FormRetention => {
  const basePercentage = proposal?.rule.basePercentage ?? '100.00';
  return {
    city: proposal?.rule.city ?? null,
    ...{ key, rate: proposal?.rule.rate ?? '', typed: '', reason: '', partner: null, dueDate: '' },
    ...{ paid: false, payableId: null },
    ...{ base: grossValue && baseOf(grossValue, { basePercentage }), basePercentage },
    minimum: proposal?.rule.minimum ?? null,
  };
};

/** A retention that the nota tells: what is withheld is withheld, whatever the rule. */
export const givenRetention = ({
  tax,
  base,
  rate,
  value,
}: {
  tax: RetentionTax;
  base: Money;
  rate: string;
  value: Money;
}): FormRetention => {
  const computed = compare(value, retainedOf(base, rate)) === 0;
  return {
    ...{
      key: tax,
      city: null,
      base,
      rate,
      partner: null,
      dueDate: '',
      paid: false,
      payableId: null,
      minimum: null,
      basePercentage: null,
    },
    ...{ typed: computed ? '' : value, reason: computed ? '' : 'Como na nota' },
  };
};

type Stored = TransactionDetailFragment['retentions'][number];

/** The row of a stored retention. */
export const retentionRow = (one: Stored, invoiceValue: Money): FormRetention => {
  const computed = compare(one.value, retainedOf(one.base, one.rate)) === 0;
  return {
    city: one.city ?? null,
    ...{ key: one.tax, base: one.base, rate: one.rate, typed: computed ? '' : one.value, reason: one.reason ?? '' },
    partner: one.partner ? { id: one.partner.id, label: one.partner.name } : null,
    ...{ dueDate: one.dueDate, minimum: null, paid: one.payable.status !== 'OPEN' },
    payableId: one.payable.id,
    basePercentage: one.base === invoiceValue ? '100.00' : null,
  };
};

/** The mutation's list: rows of which nothing is withheld are left out. */
export const retentionInputs = ({ retentions }: Pick<Retained, 'retentions'>): RetentionInput[] =>
  retentions
    .filter((row) => isPositive(withheldOf(row)))
    .map(({ key, city, base, rate, typed, reason, partner, dueDate }) => ({
      ...{ tax: key, city, base: base || ZERO, rate: rate || '0', value: typed || null, reason: reason.trim() || null },
      ...{ partnerId: partner?.id ?? null, dueDate: dueDate || null },
    }));

/** Path of a field of a row, by its key. */
export const retentionPath = (
  key: string,
  field: 'base' | 'rate' | 'value' | 'partner' | 'dueDate' | 'reason',
): string => `retention ${key} ${field}`;

/** Problems that keep the form from being saved, by path: 'retentions.0.base'. */
export const retentionProblems = (form: Retained): Problems => {
  const found = form.retentions.flatMap((row, index): [string, string][] => {
    const at = (field: string, message: string): [string, string] => [`retentions.${index}.${field}`, message];
    const wrongRate = row.rate === '' || toDecimal(row.rate).lte(0) || toDecimal(row.rate).gt(100);
    return [
      ...(row.base === '' || !isPositive(row.base) ? [at('base', 'Informe a base')] : []),
      ...(row.base !== '' && form.grossValue !== '' && compare(row.base, form.grossValue) > 0
        ? [at('base', `A base passa do valor da nota (${formatCurrency(form.grossValue)})`)]
        : []),
      ...(wrongRate ? [at('rate', 'Informe a alíquota, até 100%')] : []),
      ...(row.key === 'GUARANTEE' && !isIsoDate(row.dueDate) ? [at('dueDate', 'Informe o dia da liberação')] : []),
      ...(needsReason(row) ? [at('value', 'Difere de base × alíquota: informe o motivo')] : []),
    ];
  });
  const nothing = form.grossValue !== '' && form.retentions.length > 0 && !isPositive(netOf(form));
  return {
    ...Object.fromEntries(found),
    ...(nothing && { retentions: 'As retenções tomam todo o valor da nota' }),
  };
};

/** Whether a typed value is another one than its base and rate give, and nobody has said why. */
export const isOther = ({ typed, base, rate }: FormRetention): boolean =>
  typed !== '' && base !== '' && rate !== '' && compare(typed, retainedOf(base, rate)) !== 0;

const needsReason = (row: FormRetention): boolean => isOther(row) && row.reason.trim() === '';

export const isFormRetention = (value: unknown): value is FormRetention =>
  typeof value === 'object' &&
  value !== null &&
  ['key', 'base', 'rate', 'typed', 'reason', 'dueDate'].every((key) => typeof Reflect.get(value, key) === 'string');

/** "1 despesa, 3 parcelas e 2 guias a recolher" */
export const creates = (installments: number, { retentions }: Pick<Retained, 'retentions'>): string | null => {
  const payables = retentions.filter((row) => isPositive(withheldOf(row))).length;
  if (payables === 0) return null;
  const guias = payables === 1 ? '1 guia a recolher' : `${payables} guias a recolher`;
  return `Salvar cria 1 despesa, ${counted(installments, 'parcela')} e ${guias}`;
};

/** The retentions as a conflict shows them. */
export const retentionText = (retentions: readonly FormRetention[]): string =>
  retentions.map((row) => `${TAX_LABELS[row.key]} ${formatCurrency(withheldOf(row))}`).join('; ');
