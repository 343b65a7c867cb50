import { validateApportionments } from '#domain/apportionment.ts';
import { isIsoDate } from '#domain/dates.ts';
import { missing } from '#domain/installments.ts';
import { formatCurrency, isNegative, isPositive, isZero, negate } from '#domain/money.ts';
import type { Problems } from '#web/form/useForm.ts';
import { isFilled, totalOf, type TransactionForm } from './model.ts';
import { netOf, retentionProblems } from './retentions.ts';

/**
 * Returns the problems that block saving, by path: 'grossValue', 'installments.0.dueDate', 'apportionments.1.building'.
 */
export const problemsOf = (form: TransactionForm): Problems => ({
  ...headerProblems(form),
  ...installmentProblems(form),
  ...apportionmentProblems(form),
  ...retentionProblems(form),
});

const headerProblems = (form: TransactionForm): Problems => ({
  ...(isFilled(form.grossValue) ? {} : { grossValue: 'Informe o valor' }),
  ...(isIsoDate(form.emissionDate) ? {} : { emissionDate: 'Informe a emissão' }),
  ...(form.description.length > 500 ? { description: 'Use no máximo 500 caracteres' } : {}),
});

const installmentProblems = (form: TransactionForm): Problems => {
  const dates = form.installments.flatMap((one, index) =>
    isIsoDate(one.dueDate) ? [] : [[`installments.${index}.dueDate`, 'Informe o vencimento'] as const],
  );
  // Without a total no installment has a value yet, so only the total is reported.
  const worthless = form.installments.flatMap((one, index) =>
    one.forecast && isFilled(form.grossValue) && !isPositive(one.grossValue)
      ? [[`installments.${index}.grossValue`, 'O valor da parcela deve ser maior que zero'] as const]
      : [],
  );
  const left = missing(form.installments, netOf(form));
  const sum = isZero(left)
    ? []
    : [
        [
          'installments',
          isNegative(left) ? `Sobram ${formatCurrency(negate(left))}` : `Faltam ${formatCurrency(left)}`,
        ] as const,
      ];
  return Object.fromEntries([...dates, ...worthless, ...sum]);
};

const apportionmentProblems = (form: TransactionForm): Problems => {
  if (form.apportionments.length === 0) return {};
  const problems = validateApportionments(
    form.apportionments.map((one) => ({
      building: one.building ? { id: one.building.id } : null,
      costEstimateGroup: one.stage ? { id: one.stage.id } : null,
      value: one.grossValue || '0.00',
    })),
    totalOf(form),
  );
  return Object.fromEntries(problems.map(({ path, message }) => [formPath(path), message]));
};

/** Maps paths of the service and the domain to paths of the form, so that an error shows at its field. */
export const formPath = (path: string): string =>
  path
    .replace(/^input\./, '')
    .replace(/^transactionRecordList/, 'installments')
    .replace(/\.costEstimateGroup(\.id)?$/, '.stage')
    .replace(/\.stageId$/, '.stage')
    .replace(/\.buildingId$|\.building\.id$/, '.building')
    .replace(/^(bank|expectedWalletId)(\.id)?$/, 'expectedWallet')
    .replace(/^(retentions\.\d+\.partner)(Id|\.id)$/, '$1')
    .replace(/^(category|partner)(Id|\.id)$/, '$1')
    .replace(/^value$/, 'grossValue')
    .replace(/^(installments|apportionments)\.(\d+)\.value$/, '$1.$2.grossValue');
