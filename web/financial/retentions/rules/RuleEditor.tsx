import { RULED_TAXES, TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { WORKING_DAY_RULE_LABELS, WORKING_DAY_RULES } from '#domain/financial/transactionModels/workingDays.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { useForm } from '#web/form/useForm.ts';
import {
  useCreateRetentionRuleMutation,
  useUpdateRetentionRuleMutation,
  type RetentionRuleRowFragment,
} from '#web/generated/financial.ts';
import {
  Button,
  DateInput,
  Field,
  FirstProblem,
  MoneyInput,
  QuantityInput,
  ReadingContext,
  Select,
  TextArea,
  TextInput,
} from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { FACTS } from '../words.ts';
import { ruleFormOf, ruleInput, ruleProblems } from './ruleForm.ts';
import styles from './rules.module.css';

export interface RuleEditorProps {
  /** The rule that is changed, or that a later validity begins from; null for a new one. */
  rule: RetentionRuleRowFragment | null;
  /** Null: the rule itself is changed. */
  validFrom: string | null;
  onDone: () => void;
}

const taxes = RULED_TAXES.map((value) => ({ value, label: TAX_LABELS[value] }));
const facts = (['ISSUE', 'PAYMENT'] as const).map((value) => ({ value, label: FACTS[value] }));
const workingDays = WORKING_DAY_RULES.map((value) => ({ value, label: WORKING_DAY_RULE_LABELS[value] }));

/** A rule, or a later validity of one: what changes counts for notas that are entered from now on. */
export const RuleEditor = ({ rule, validFrom, onDone }: RuleEditorProps) => {
  const [opened] = useState(() => ruleFormOf(rule, validFrom ?? rule?.validFrom ?? ''));
  const { form, set, check, refuse, reading, problems, refusals } = useForm(opened, opened, ruleProblems);
  const [create, creating] = useCreateRetentionRuleMutation({ context: { quiet: true } });
  const [update, updating] = useUpdateRetentionRuleMutation({ context: { quiet: true } });
  const busy = creating.loading || updating.loading;
  const changes = rule !== null && validFrom === null;
  const send = async () => {
    if (!check() || busy || form.tax === '') return;
    const forget = forgetting('retentionRules', 'retentionProposals');
    try {
      if (changes) {
        await update({ variables: { id: rule.id, version: rule.version, input: ruleInput(form) }, update: forget });
      } else {
        const { tax, city } = form;
        const variables = { tax, city: city.trim() || null, validFrom: form.validFrom, input: ruleInput(form) };
        await create({ variables, update: forget });
      }
      notifySuccess('Regra de retenção salva');
      onDone();
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, 'Falha para salvar a regra');
    }
  };
  useEditorKeys({ onSave: () => void send(), inDialog: true });
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <ReadingContext value={reading}>
        <Field label="Imposto" required error={problems.tax}>
          <Select
            value={form.tax === 'GUARANTEE' ? '' : form.tax}
            options={taxes}
            placeholder="Escolha"
            disabled={rule !== null}
            onChange={(tax) => set({ tax })}
          />
        </Field>
        <Field label="Município" hint="Só do ISS; em branco vale para os demais" error={problems.city}>
          <TextInput
            value={form.city}
            maxLength={80}
            disabled={rule !== null || form.tax !== 'ISS'}
            onChange={(city) => set({ city })}
          />
        </Field>
        <Field label="Vale desde" required error={problems.validFrom}>
          <DateInput
            path="validFrom"
            towards="past"
            disabled={changes}
            value={form.validFrom}
            onChange={(day) => set({ validFrom: day })}
          />
        </Field>
        <Field label="Alíquota (%)" required error={problems.rate}>
          <QuantityInput path="rate" twoPlaces value={form.rate} onChange={(rate) => set({ rate })} />
        </Field>
        <Field label="Base (% da nota)" required error={problems.basePercentage}>
          <MoneyInput
            path="basePercentage"
            symbol="%"
            value={form.basePercentage}
            onChange={(basePercentage) => set({ basePercentage })}
          />
        </Field>
        <Field label="Não retém até" error={problems.minimum}>
          <MoneyInput path="minimum" symbol="R$" value={form.minimum} onChange={(minimum) => set({ minimum })} />
        </Field>
        <Field label="Fato gerador" error={problems.fact}>
          <Select value={form.fact} options={facts} onChange={(fact) => set({ fact })} />
        </Field>
        <Field label="Dia do mês seguinte" required error={problems.dueDay}>
          <TextInput value={form.dueDay} maxLength={2} onChange={(dueDay) => set({ dueDay })} />
        </Field>
        <Field label="Em dia sem expediente" error={problems.workingDayRule}>
          <Select
            value={form.workingDayRule}
            options={workingDays}
            onChange={(workingDayRule) => set({ workingDayRule })}
          />
        </Field>
        <Field label="Recolher a" required error={problems.collector}>
          <TextInput value={form.collector} maxLength={120} onChange={(collector) => set({ collector })} />
        </Field>
        <Field label="Código da guia" error={problems.code}>
          <TextInput value={form.code} maxLength={20} onChange={(code) => set({ code })} />
        </Field>
        <Field label="Fonte legal" required error={problems.legalSource} className={styles.wide}>
          <TextArea value={form.legalSource} maxLength={500} onChange={(legalSource) => set({ legalSource })} />
        </Field>
      </ReadingContext>
      <FirstProblem refusals={refusals} />
      <div className={styles.actions}>
        <Button onClick={onDone}>Cancelar</Button>
        <Button variant="primary" type="submit" shortcut="Ctrl S" busy={busy}>
          Salvar
        </Button>
      </div>
    </form>
  );
};
