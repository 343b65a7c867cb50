import { apportionmentsFromPercentages, splitByWeights } from '#domain/apportionment.ts';
import {
  addInstallment,
  buildInstallments,
  changeInstallmentDueDate,
  changeInstallmentValue,
  redistribute,
  removeInstallment,
  type InstallmentDraft,
  type InstallmentsResult,
} from '#domain/installments.ts';
import { ZERO, add, isPositive, toCents, type Money } from '#domain/money.ts';
import { Refused, type Edit as DocumentEdit } from '#web/form/document/edit.ts';
import {
  apportioned,
  forecastOf,
  hasPaid,
  totalOf,
  unapportioned,
  type Apportioned,
  type FormApportionment,
  type FormInstallment,
  type TransactionForm,
} from './model.ts';
import { followingBases, netOf, type FormRetention } from './retentions.ts';

export type Edit = DocumentEdit<TransactionForm>;

/** A change of the apportionment, whatever form it is in. */
export type ShareEdit = <Form extends Apportioned>(form: Form) => Form;

/** Sets plain fields of the header. */
export const setFields =
  (fields: Partial<TransactionForm>): Edit =>
  (form) => ({ ...form, ...fields });

const isForm = (one: InstallmentDraft): one is FormInstallment => 'walletName' in one;

/** The value of a forecast installment is its gross value; one that is right already stays the same object. */
const valued = (one: FormInstallment): FormInstallment =>
  one.forecast && one.value !== one.grossValue ? { ...one, value: one.grossValue } : one;

/** Applies a result of the domain. */
const withInstallments = (
  form: TransactionForm,
  result: InstallmentsResult,
  path: string,
): TransactionForm | Refused<TransactionForm> =>
  result.ok
    ? {
        ...form,
        installments: result.installments.map((one) => (isForm(one) ? valued(one) : forecastOf(one))),
      }
    : new Refused(result.message, path);

/**
 * Sets the total: open installments share the rest, an apportionment keeps its proportions. What cannot be distributed
 * yet stays, and the form shows the difference.
 */
export const setTotal =
  (grossValue: Money | ''): Edit =>
  (form) => {
    const total = grossValue || ZERO;
    const { installments, retentions } = withNet({
      ...form,
      retentions: followingBases({ ...form, grossValue }),
      grossValue,
    });
    const before = apportioned(form);
    const weights = form.apportionments.map((one) => one.grossValue || ZERO);
    const whole = isPositive(before) && before === totalOf(form) && isPositive(total);
    const values = whole ? splitByWeights(total, weights) : weights;
    const proportions = form.apportionments.flatMap(({ weight }) => weight ?? []);
    const follows = isPositive(total) && proportions.length > 0 && proportions.length === form.apportionments.length;
    const parts = follows ? splitByWeights(total, proportions) : [];
    const alone = form.apportionments.length === 1;
    const apportionments = form.apportionments.map((one, index) => ({
      ...one,
      grossValue: alone
        ? grossValue
        : follows
          ? (parts[index] ?? ZERO)
          : whole
            ? (values[index] ?? ZERO)
            : one.grossValue,
    }));
    return { ...form, grossValue, installments, retentions, apportionments };
  };

/** Codes stay at the installment of their number. */
const withCodesOf = ({ installments: before }: TransactionForm, built: readonly FormInstallment[]): FormInstallment[] =>
  built.map((one, index) => ({ ...one, paymentCode: before[index]?.paymentCode ?? null }));
/** Shares what the supplier is paid over the open installments; what cannot be shared stays, and the form shows it. */
const withNet = (form: TransactionForm): TransactionForm => {
  const shared = redistribute(form.installments, netOf(form));
  const installments = shared.ok ? shared.installments.map(valued) : form.installments;
  return { ...form, installments };
};

/** Changes what is withheld: the installments share the rest. */
const setRetentions = (form: TransactionForm, retentions: FormRetention[]): TransactionForm => {
  const next = { ...form, retentions };
  return netOf(next) === netOf(form) ? next : withNet(next);
};

export const addRetention =
  (row: FormRetention): Edit =>
  (form) =>
    setRetentions(form, [...form.retentions, row]);

export const removeRetention =
  (key: string): Edit =>
  (form) =>
    setRetentions(
      form,
      form.retentions.filter((row) => row.key !== key),
    );

export const setRetention =
  (key: string, fields: Partial<FormRetention>): Edit =>
  (form) =>
    setRetentions(
      form,
      form.retentions.map((row) => (row.key === key ? { ...row, ...fields } : row)),
    );

/** "em 3 vezes": equal monthly installments from the first due date; only without paid installments. */
export const setCount =
  (count: number): Edit =>
  (form) => {
    if (hasPaid(form)) return new Refused('Há parcelas pagas: inclua ou remova parcelas uma a uma', 'installmentCount');
    const first = form.installments[0]?.dueDate ?? '';
    const built = withInstallments(form, buildInstallments(netOf(form), count, first), 'installmentCount');
    return built instanceof Refused ? built : { ...built, installments: withCodesOf(form, built.installments) };
  };

export const addOne: Edit = (form) =>
  withInstallments(form, addInstallment(form.installments, netOf(form)), 'installments');

export const removeOne =
  (key: string): Edit =>
  (form) =>
    withInstallments(form, removeInstallment(form.installments, key, netOf(form)), pathOf(form, key));

export const shareEqually: Edit = (form) =>
  withInstallments(form, redistribute(form.installments, netOf(form)), 'installments');

export const setInstallmentValue =
  (key: string, value: Money): Edit =>
  (form) => {
    const path = `${pathOf(form, key)}.grossValue`;
    const edited = withInstallments(form, changeInstallmentValue(form.installments, key, value, netOf(form)), path);
    if (!(edited instanceof Refused)) return edited;
    // Later installments cannot take the difference: the typed value stays, and the sum shows the problem.
    const installments = form.installments.map((one) =>
      one.key === key && one.forecast ? { ...one, grossValue: value, value } : one,
    );
    return new Refused(edited.message, path, { ...form, installments });
  };

/** An emptied due date moves no other one; the form asks for it. */
export const setInstallmentDueDate =
  (key: string, dueDate: string): Edit =>
  (form) =>
    dueDate === ''
      ? { ...form, installments: form.installments.map((one) => (one.key === key ? { ...one, dueDate } : one)) }
      : withInstallments(
          form,
          changeInstallmentDueDate(form.installments, key, dueDate),
          `${pathOf(form, key)}.dueDate`,
        );

const pathOf = (form: TransactionForm, key: string) =>
  `installments.${form.installments.findIndex((one) => one.key === key)}`;

/** Adds a building to the apportionment, with the rest to apportion. */
export const addApportionment: ShareEdit = (form) => {
  const left = unapportioned(form);
  const numbers = form.apportionments.map(({ key }) => Number(/^r(\d+)$/.exec(key)?.[1] ?? 0));
  const key = `r${Math.max(0, ...numbers) + 1}`;
  const grossValue = isPositive(left) ? left : '';
  return {
    ...form,
    apportionments: [
      ...form.apportionments,
      { key, building: null, stage: null, grossValue, isCustomerCharged: false },
    ],
  };
};

/** Removes a row; a single remaining row takes the whole value. */
export const removeApportionment =
  (key: string): ShareEdit =>
  (form) => {
    const rest = form.apportionments.filter((one) => one.key !== key);
    const only = rest.length === 1 ? rest[0] : undefined;
    return { ...form, apportionments: only ? [{ ...only, grossValue: form.grossValue }] : rest };
  };

export const setApportionment =
  (key: string, fields: Partial<FormApportionment>): ShareEdit =>
  (form) =>
    withApportionment(form, key, fields);

const withApportionment = <Form extends Apportioned>(
  form: Form,
  key: string,
  fields: Partial<FormApportionment>,
): Form => ({
  ...form,
  apportionments: form.apportionments.map(({ weight, ...one }) => ({
    ...one,
    // A typed value ends the proportions.
    ...(weight !== undefined && fields.grossValue === undefined && { weight }),
    ...(one.key === key && fields),
  })),
});

/** Sets a typed percentage; the row that completes 100 % takes the remainder, so that the sum is exact. */
export const setPercentage =
  (key: string, percentage: string): ShareEdit =>
  (form) => {
    const [value = ZERO] = apportionmentsFromPercentages(totalOf(form), [percentage || '0']);
    const changed = withApportionment(form, key, { grossValue: value });
    const left = unapportioned(changed);
    return isRounding(left, changed.apportionments.length)
      ? withApportionment(changed, key, { grossValue: add(value, left) })
      : changed;
  };

/** Apportions the total in equal shares. */
export const apportionEqually: ShareEdit = (form) => {
  const values = splitByWeights(
    totalOf(form),
    form.apportionments.map(() => '1.00'),
  );
  return {
    ...form,
    apportionments: form.apportionments.map((one, index) => ({ ...one, grossValue: values[index] ?? ZERO })),
  };
};

/** Returns whether the rest is at most one cent per row, as percentages with two decimal places leave it. */
const isRounding = (left: Money, rows: number): boolean => {
  const cents = toCents(left);
  return cents !== 0n && (cents < 0n ? -cents : cents) <= BigInt(rows);
};
