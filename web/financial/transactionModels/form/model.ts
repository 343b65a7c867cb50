import { splitByWeights } from '#domain/apportionment.ts';
import { MAX_WORKING_DAY } from '#domain/financial/transactionModels/recurrence.ts';
import { templateOf, templateProblem } from '#domain/financial/transactionModels/placeholders.ts';
import { addMonths, startOfMonth } from '#domain/dates.ts';
import { isPositive, isZero, type Money } from '#domain/money.ts';
import { validateApportionments } from '#domain/apportionment.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import {
  unapportioned,
  type Apportioned,
  type FormApportionment,
  type TransactionForm,
} from '#web/financial/transactions/form/model.ts';
import type {
  ModelRowFragment,
  TransactionDetailFragment,
  TransactionModelInput,
  TransactionType,
} from '#web/generated/financial.ts';

type Fields = Pick<
  TransactionForm,
  'documentNumber' | 'description' | 'partner' | 'category' | 'expectedWallet' | 'preferredPaymentMethod'
>;

/** Values of the form. Shares are percentages: `grossValue` is 100.00. */
export interface ModelForm extends Fields, Apportioned {
  type: TransactionType;
  name: string;
  recurrence: TransactionModelInput['recurrence'];
  day: number;
  workingDay: boolean;
  weekday: number;
  month: number;
  workingDayRule: NonNullable<TransactionModelInput['workingDayRule']>;
  competence: NonNullable<TransactionModelInput['competence']>;
  valueRule: TransactionModelInput['valueRule'];
  /** Of a fixed one; '' is none. */
  value: Money | '';
  installmentCount: number;
}

const WHOLE: Money = '100.00';

const emptyForm = (type: TransactionType): ModelForm => ({
  ...{ type, name: '', documentNumber: '', description: '', partner: null, category: null, expectedWallet: null },
  ...{ preferredPaymentMethod: '', recurrence: 'MONTHLY', day: 5, workingDay: false, weekday: 1, month: 1 },
  ...{ workingDayRule: 'NEXT', competence: 'SAME', valueRule: 'FIXED', value: '', installmentCount: 1 },
  ...{ grossValue: WHOLE, apportionments: [] },
});

const optionOf = (row: { id: string; name: string } | null | undefined) =>
  row ? { id: row.id, label: row.name } : null;

interface Share {
  building?: { id: string; name: string } | null;
  stage?: { id: string; name: string } | null;
  isCustomerCharged: boolean;
}

/** Shares in per cent, which sum to 100 exactly. */
const percentages = <S extends Share>(shares: readonly S[], weight: (share: S) => Money): FormApportionment[] => {
  if (shares.length === 0) return [];
  const values = splitByWeights(WHOLE, shares.map(weight));
  return shares.map(({ building, stage, isCustomerCharged }, index) => ({
    key: `s${index + 1}`,
    building: optionOf(building),
    stage: optionOf(stage),
    grossValue: values[index] ?? WHOLE,
    isCustomerCharged,
  }));
};

/** The form of a stored model. */
export const formOfModel = (model: ModelRowFragment): ModelForm => ({
  ...emptyForm(model.type),
  name: model.name,
  documentNumber: model.documentNumber ?? '',
  description: model.description ?? '',
  partner: optionOf(model.partner),
  category: optionOf(model.category),
  expectedWallet: model.expectedWallet ? { id: model.expectedWallet.id, label: model.expectedWallet.identifier } : null,
  preferredPaymentMethod: model.preferredPaymentMethod ?? '',
  recurrence: model.recurrence,
  ...(model.day != null && { day: model.day }),
  workingDay: model.workingDay,
  ...(model.weekday != null && { weekday: model.weekday }),
  ...(model.month != null && { month: model.month }),
  ...{ workingDayRule: model.workingDayRule, competence: model.competence, valueRule: model.valueRule },
  ...{ value: model.value ?? '', installmentCount: model.installmentCount },
  apportionments: percentages(model.shares, ({ weight }) => weight),
});

/** The form of a model that begins as a document; `mean`: its values differ from month to month. */
export const formOfDocument = (document: TransactionDetailFragment, mean: boolean): ModelForm => {
  const due = document.installments[0]?.dueDate ?? document.referenceDueDate;
  const isOfLastMonth = startOfMonth(document.competenceDate) === addMonths(startOfMonth(due), -1);
  return {
    ...emptyForm(document.type),
    name: (document.description ?? document.partner?.name ?? '').slice(0, 80),
    documentNumber: templateOf(document.documentNumber ?? '', due) ?? '',
    partner: optionOf(document.partner),
    category: optionOf(document.category),
    expectedWallet: document.expectedWallet
      ? { id: document.expectedWallet.id, label: document.expectedWallet.identifier }
      : null,
    preferredPaymentMethod: document.preferredPaymentMethod ?? '',
    recurrence: document.installments.length > 1 ? 'ON_DEMAND' : 'MONTHLY',
    day: Number(due.slice(8)),
    competence: isOfLastMonth ? 'PREVIOUS' : 'SAME',
    ...(mean ? { valueRule: 'MEAN' } : { value: document.grossValue }),
    installmentCount: document.installments.length,
    apportionments: percentages(document.apportionments, ({ grossValue }) => grossValue),
  };
};

export { emptyForm };

const DAY = 'Use um dia de 1 a 31';
const WORKING_DAY = `Use um número de 1 a ${MAX_WORKING_DAY}`;

/** Why a number is no day of a model; undefined for one that is. */
export const dayProblem = (day: number, workingDay: boolean): string | undefined => {
  if (day >= 1 && day <= (workingDay ? MAX_WORKING_DAY : 31)) return undefined;
  return workingDay ? WORKING_DAY : DAY;
};

const templateProblems = (form: ModelForm): Problems =>
  Object.fromEntries(
    (['documentNumber', 'description'] as const).flatMap((field) => {
      const problem = templateProblem(form[field]);
      return problem === null ? [] : [[field, problem]];
    }),
  );

const shareProblems = (form: ModelForm): Problems => {
  if (form.apportionments.length === 0) return {};
  const problems = validateApportionments(
    form.apportionments.map(({ building, stage, grossValue }) => ({
      building: building ? { id: building.id } : null,
      costEstimateGroup: stage ? { id: stage.id } : null,
      value: grossValue || '0.00',
    })),
    WHOLE,
    // The service knows the setting of the account.
    { sameBuildingAllowed: true },
  );
  const own = problems
    .filter(({ path }) => path !== 'apportionments')
    .map(({ path, message }) => [
      path.replace(/\.costEstimateGroup$/, '.stage').replace(/\.value$/, '.grossValue'),
      message,
    ]);
  const left = isZero(unapportioned(form)) ? [] : [['apportionments', 'Os percentuais devem somar 100%']];
  return Object.fromEntries([...own, ...left]);
};

/** The problems that block saving. The service checks again. */
export const problemsOf = (form: ModelForm): Problems => {
  const usesDay = form.recurrence === 'MONTHLY' || form.recurrence === 'YEARLY';
  const day = usesDay ? dayProblem(form.day, form.recurrence === 'MONTHLY' && form.workingDay) : undefined;
  return {
    ...(normalizeSpaces(form.name) ? {} : { name: 'Informe o nome do modelo' }),
    ...(day ? { day } : {}),
    ...(form.valueRule === 'FIXED' && !(form.value && isPositive(form.value)) ? { value: 'Informe o valor' } : {}),
    ...templateProblems(form),
    ...shareProblems(form),
  };
};

/** The mutation's input. Call it on a form without problems. */
export const inputOf = (form: ModelForm): TransactionModelInput => {
  const { recurrence } = form;
  return {
    ...{ type: form.type, name: normalizeSpaces(form.name), recurrence, workingDayRule: form.workingDayRule },
    documentNumber: form.documentNumber.trim() || null,
    description: form.description.trim() || null,
    day: recurrence === 'MONTHLY' || recurrence === 'YEARLY' ? form.day : null,
    workingDay: recurrence === 'MONTHLY' && form.workingDay,
    weekday: recurrence === 'WEEKLY' ? form.weekday : null,
    month: recurrence === 'YEARLY' ? form.month : null,
    ...{ competence: form.competence, valueRule: form.valueRule, installmentCount: form.installmentCount },
    value: form.valueRule === 'FIXED' ? form.value || null : null,
    categoryId: form.category?.id ?? null,
    partnerId: form.partner?.id ?? null,
    expectedWalletId: form.expectedWallet?.id ?? null,
    preferredPaymentMethod: form.preferredPaymentMethod || null,
    shares: form.apportionments.flatMap(({ building, stage, grossValue, isCustomerCharged }) =>
      building && grossValue
        ? [{ buildingId: building.id, stageId: stage?.id ?? null, weight: grossValue, isCustomerCharged }]
        : [],
    ),
  };
};

/** Path of the form for a path of the input. */
export const pathOf = (path: string): string =>
  path
    .replace(/^input\./, '')
    .replace(/^shares/, 'apportionments')
    .replace(/\.(buildingId|stageId)$/, (name) => (name === '.buildingId' ? '.building' : '.stage'))
    .replace(/\.weight$/, '.grossValue')
    .replace(/^(category|partner|expectedWallet)Id$/, '$1');

const TEXTS = [
  'type',
  'name',
  'documentNumber',
  'description',
  'preferredPaymentMethod',
  'recurrence',
  'value',
  'valueRule',
];

/** Whether a stored draft has the shape of this form. */
export const isModelForm = (value: unknown): value is ModelForm =>
  isRecord(value) &&
  TEXTS.every((key) => isText(value[key])) &&
  [value.day, value.weekday, value.month, value.installmentCount].every((one) => typeof one === 'number') &&
  Array.isArray(value.apportionments);
