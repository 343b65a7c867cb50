import { isIsoDate } from '#domain/dates.ts';
import { toDecimal } from '#domain/decimal.ts';
import type {
  RetentionFact,
  RetentionRuleInput,
  RetentionRuleRowFragment,
  RetentionTax,
} from '#web/generated/financial.ts';
import type { WorkingDayRule } from '#domain/financial/transactionModels/workingDays.ts';
import type { Problems } from '#web/form/useForm.ts';

/** A rule as it is typed. */
export interface RuleForm {
  tax: RetentionTax | '';
  city: string;
  validFrom: string;
  rate: string;
  basePercentage: string;
  minimum: string;
  fact: RetentionFact;
  dueDay: string;
  workingDayRule: WorkingDayRule;
  collector: string;
  code: string;
  legalSource: string;
}

/** The form of a rule, or of a later validity of it. */
export const ruleFormOf = (rule: RetentionRuleRowFragment | null, validFrom: string): RuleForm => ({
  ...{ tax: rule?.tax ?? '', city: rule?.city ?? '', validFrom, rate: rule?.rate ?? '' },
  ...{
    basePercentage: rule?.basePercentage ?? '100.00',
    minimum: rule?.minimum ?? '0.00',
    fact: rule?.fact ?? 'ISSUE',
  },
  ...{ dueDay: String(rule?.dueDay ?? 10), workingDayRule: rule?.workingDayRule ?? 'PREVIOUS' },
  ...{ collector: rule?.collector ?? '', code: rule?.code ?? '', legalSource: rule?.legalSource ?? '' },
});

const isPercentage = (text: string): boolean => text !== '' && toDecimal(text).gt(0) && toDecimal(text).lte(100);

const isDay = (text: string): boolean => /^([1-9]|[12]\d|3[01])$/.test(text);

export const ruleProblems = (form: RuleForm): Problems => ({
  ...(form.tax === '' && { tax: 'Escolha o imposto' }),
  ...(!isIsoDate(form.validFrom) && { validFrom: 'Informe o primeiro dia' }),
  ...(!isPercentage(form.rate) && { rate: 'De 0,0001% a 100%' }),
  ...(!isPercentage(form.basePercentage) && { basePercentage: 'De 0,01% a 100%' }),
  ...(!isDay(form.dueDay) && { dueDay: 'Um dia de 1 a 31' }),
  ...(form.collector.trim() === '' && { collector: 'Informe a quem se recolhe' }),
  ...(form.legalSource.trim() === '' && { legalSource: 'Informe a lei' }),
});

export const ruleInput = (form: RuleForm): RetentionRuleInput => ({
  ...{ rate: form.rate, basePercentage: form.basePercentage, minimum: form.minimum || '0.00', fact: form.fact },
  ...{ dueDay: Number(form.dueDay), workingDayRule: form.workingDayRule, collector: form.collector.trim() },
  ...{ code: form.code.trim() || null, legalSource: form.legalSource.trim() },
});
