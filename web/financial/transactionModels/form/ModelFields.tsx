import { INSTALLMENT_COUNT } from '#domain/messages.ts';
import { MAX_INSTALLMENTS } from '#domain/installments.ts';
import { PLACEHOLDERS } from '#domain/financial/transactionModels/placeholders.ts';
import { VALUE_RULE_LABELS, VALUE_RULES } from '#domain/financial/transactionModels/values.ts';
import { WORKING_DAY_RULE_LABELS, WORKING_DAY_RULES } from '#domain/financial/transactionModels/workingDays.ts';
import { PAYMENT_METHOD_OPTIONS } from '#web/form/document/paymentMethods.ts';
import { useCategoryChoice } from '#web/choices/useCategoryChoice.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import type { Editor } from '#web/form/useEditor.ts';
import { Card, Checkbox, Combobox, CountInput, Field, MoneyInput, Segments, Select, TextInput } from '#web/ui/index.ts';
import layout from '#web/form/document/document.module.css';
import styles from '../models.module.css';
import { dayProblem, type ModelForm } from './model.ts';

interface FieldsProps {
  editor: Editor<ModelForm>;
  /** Of a stored model: an expense does not become an income. */
  isNew: boolean;
}

const HINT = `Pode usar ${PLACEHOLDERS.join(', ')}`;

/** What the documents of the model are: names, partner, category, how they are paid. */
export const DataCard = ({ editor, isNew }: FieldsProps) => {
  const { form, problems, set } = editor;
  const expense = form.type === 'DEBIT';
  const partners = usePartnerChoice(form.type);
  const categories = useCategoryChoice(form.type);
  const wallets = useWalletChoice();
  const createPartner = async (name: string) => {
    const partner = await partners.create(name);
    if (partner) set({ partner });
  };
  const createCategory = async (name: string) => {
    const category = await categories.create?.(name);
    if (category) set({ category });
  };
  return (
    <Card
      title="Dados"
      actions={
        isNew && (
          <Segments
            ariaLabel="Tipo"
            value={form.type}
            options={[
              { value: 'DEBIT', label: 'Despesa' },
              { value: 'CREDIT', label: 'Receita' },
            ]}
            // Partners and categories are of one type.
            onChange={(type) => type !== form.type && set({ type, partner: null, category: null })}
          />
        )
      }
    >
      <div className={layout.fields}>
        <Field label="Nome do modelo" required error={problems.name} className={layout.wide}>
          <TextInput value={form.name} maxLength={80} autoFocus={isNew} onChange={(name) => set({ name })} />
        </Field>
        <Field label="Documento" error={problems.documentNumber} hint={HINT} className={layout.wide}>
          <TextInput
            value={form.documentNumber}
            maxLength={60}
            placeholder="FATURA {mês}/{ano}"
            onChange={(documentNumber) => set({ documentNumber })}
          />
        </Field>
        <Field
          label="Descrição"
          error={problems.description}
          hint={form.description === '' ? 'O nome do modelo, se ficar em branco' : undefined}
          className={layout.wide}
        >
          <TextInput value={form.description} maxLength={500} onChange={(description) => set({ description })} />
        </Field>
        <Field label={expense ? 'Fornecedor' : 'Cliente'} error={problems.partner}>
          <Combobox
            path="partner"
            value={form.partner}
            onChange={(partner) => set({ partner })}
            loadOptions={partners.load}
            onCreate={(name) => void createPartner(name)}
            createVerb="Cadastrar"
          />
        </Field>
        <Field label="Categoria" error={problems.category}>
          <Combobox
            path="category"
            value={form.category}
            onChange={(category) => set({ category })}
            options={categories.options}
            loading={categories.loading}
            onCreate={categories.create && ((name) => void createCategory(name))}
            createVerb="Cadastrar"
          />
        </Field>
        <Field label={expense ? 'Forma de pagamento' : 'Forma de recebimento'} error={problems.preferredPaymentMethod}>
          <Select
            value={form.preferredPaymentMethod}
            onChange={(preferredPaymentMethod) => set({ preferredPaymentMethod })}
            options={PAYMENT_METHOD_OPTIONS}
          />
        </Field>
        <Field label="Carteira prevista" error={problems.expectedWallet}>
          <Combobox
            path="expectedWallet"
            value={form.expectedWallet}
            onChange={(expectedWallet) => set({ expectedWallet })}
            options={wallets.options}
            loading={wallets.loading}
          />
        </Field>
      </div>
    </Card>
  );
};

const RECURRENCES = [
  { value: 'MONTHLY', label: 'Todo mês' },
  { value: 'WEEKLY', label: 'Toda semana' },
  { value: 'YEARLY', label: 'Todo ano' },
  { value: 'ON_DEMAND', label: 'Sob demanda' },
] as const;
const WEEKDAYS = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'].map((label, index) => ({
  value: String(index),
  label,
}));
const MONTHS = [
  ...['Janeiro', 'Fevereiro', 'Março', 'Abril', 'Maio', 'Junho'],
  ...['Julho', 'Agosto', 'Setembro', 'Outubro', 'Novembro', 'Dezembro'],
].map((label, index) => ({ value: String(index + 1), label }));
const RULES = WORKING_DAY_RULES.map((value) => ({ value, label: WORKING_DAY_RULE_LABELS[value] }));
const COMPETENCES = [
  { value: 'SAME', label: 'O dia do vencimento' },
  { value: 'PREVIOUS', label: 'O mês anterior' },
] as const;

/** When the model repeats, and the days that follow from it. */
export const RecurrenceCard = ({ editor }: Pick<FieldsProps, 'editor'>) => {
  const { form, problems, set } = editor;
  const { recurrence } = form;
  const counts = recurrence === 'MONTHLY' && form.workingDay;
  return (
    <Card
      title="Repetição"
      actions={
        <Segments
          ariaLabel="Repete"
          value={recurrence}
          options={RECURRENCES}
          onChange={(next) => set({ recurrence: next })}
        />
      }
    >
      <div className={layout.fields}>
        {recurrence === 'WEEKLY' && (
          <Field label="Dia da semana" error={problems.weekday}>
            <Select
              value={String(form.weekday)}
              options={WEEKDAYS}
              onChange={(weekday) => set({ weekday: Number(weekday) })}
            />
          </Field>
        )}
        {recurrence === 'YEARLY' && (
          <Field label="Mês" error={problems.month}>
            <Select value={String(form.month)} options={MONTHS} onChange={(month) => set({ month: Number(month) })} />
          </Field>
        )}
        {(recurrence === 'MONTHLY' || recurrence === 'YEARLY') && (
          <Field
            label={counts ? 'Dia útil do mês' : 'Dia do vencimento'}
            required
            error={problems.day}
            hint={!counts && form.day > 28 ? 'O último dia, nos meses mais curtos' : undefined}
          >
            <CountInput
              path="day"
              live
              value={form.day}
              problemOf={(day) => dayProblem(day, counts)}
              onChange={(day) => set({ day })}
            />
          </Field>
        )}
        {recurrence === 'MONTHLY' && (
          <div className={styles.check}>
            <Checkbox
              label="Contar dias úteis (5º dia útil)"
              checked={form.workingDay}
              onChange={(workingDay) => set({ workingDay, ...(workingDay && form.day > 23 ? { day: 5 } : {}) })}
            />
          </div>
        )}
        {!counts && (
          <Field label="Se cair em fim de semana ou feriado" error={problems.workingDayRule}>
            <Select
              value={form.workingDayRule}
              options={RULES}
              onChange={(workingDayRule) => set({ workingDayRule })}
            />
          </Field>
        )}
        <Field label="Competência" error={problems.competence}>
          <Select value={form.competence} options={COMPETENCES} onChange={(competence) => set({ competence })} />
        </Field>
      </div>
    </Card>
  );
};

const VALUES = VALUE_RULES.map((value) => ({ value, label: VALUE_RULE_LABELS[value] }));
const VALUE_HINTS: Partial<Record<ModelForm['valueRule'], string>> = {
  LAST: 'O do lançamento anterior; confirme na prévia do mês',
  MEAN: 'A média dos três anteriores; confirme na prévia do mês',
  TYPED: 'A prévia espera o valor antes de criar',
};

/** Where the value of the documents comes from, and their installments. */
export const ValueCard = ({ editor }: Pick<FieldsProps, 'editor'>) => {
  const { form, problems, set } = editor;
  return (
    <Card title="Valor e parcelas">
      <div className={layout.fields}>
        <Field label="De onde vem" error={problems.valueRule} hint={VALUE_HINTS[form.valueRule]}>
          <Select value={form.valueRule} options={VALUES} onChange={(valueRule) => set({ valueRule })} />
        </Field>
        {form.valueRule === 'FIXED' && (
          <Field label="Valor" required error={problems.value}>
            <MoneyInput path="value" symbol="R$" value={form.value} onChange={(value) => set({ value })} />
          </Field>
        )}
        <Field
          label="Parcelas"
          error={problems.installmentCount}
          hint={form.installmentCount > 1 ? 'Mensais, a partir do vencimento' : undefined}
        >
          <CountInput
            path="installmentCount"
            live
            value={form.installmentCount}
            problemOf={(count) =>
              count < 1 ? INSTALLMENT_COUNT : count > MAX_INSTALLMENTS ? `Use no máximo ${MAX_INSTALLMENTS}` : undefined
            }
            onChange={(installmentCount) => set({ installmentCount })}
          />
        </Field>
      </div>
    </Card>
  );
};
