import { ZERO } from '#domain/money.ts';
import { PAYMENT_METHOD_OPTIONS } from '#web/form/document/paymentMethods.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { Combobox, DateInput, Field, MoneyInput, Select, TextInput } from '#web/ui/index.ts';
import { ReadOnlyContext, useReadOnly } from '#web/ui/readOnly.ts';
import { setFields, setInstallmentDueDate, setTotal } from './edits.ts';
import { hasPaid, installmentPath, type TransactionForm, type TransactionFormState } from './model.ts';
import { hintOf, markOf, type GivenNota } from './nota.ts';
import { dueDateWarnings } from './warnings.ts';
import { useCategoryChoice } from '#web/choices/useCategoryChoice.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import styles from '#web/form/document/document.module.css';

export interface HeaderFieldsProps {
  type: TransactionType;
  state: TransactionFormState;
  /** Why the category is filled in. */
  categoryHint?: string;
  /** The nota that it is filled in from. */
  nota?: GivenNota | null;
  autoFocus: boolean;
  /** What has made the document decides its fields but the day and the way of the payment. */
  fixed?: boolean;
}

/**
 * "Dados", in the order of a paper invoice: partner, description, value, dates, then fields that usually have a
 * default.
 */
export const HeaderFields = ({
  type,
  state,
  categoryHint,
  nota = null,
  autoFocus,
  fixed = false,
}: HeaderFieldsProps) => {
  const { form, problems, edit } = state;
  const mark = (field: keyof TransactionForm) => markOf(nota, form, field);
  const partners = usePartnerChoice(type);
  const categories = useCategoryChoice(type);
  const wallets = useWalletChoice();
  const expense = type === 'DEBIT';
  const closed = useReadOnly(fixed);
  const [first] = form.installments;
  const createCategory = async (name: string) => {
    const category = await categories.create?.(name);
    if (category) edit(setFields({ category }));
  };
  const createPartner = async (name: string) => {
    const partner = await partners.create(name);
    if (partner) edit(setFields({ partner }));
  };
  return (
    <section className={styles.section} aria-labelledby="transaction-data">
      <h3 id="transaction-data" className={styles.heading}>
        Dados
      </h3>
      <div className={styles.fields}>
        <ReadOnlyContext value={closed}>
          <Field
            label={expense ? 'Fornecedor' : 'Cliente'}
            error={problems.partner}
            hint={hintOf(nota, form, 'partner') ?? form.partner?.hint}
            mark={mark('partner')}
          >
            <Combobox
              path="partner"
              value={form.partner}
              onChange={(partner) => edit(setFields({ partner }))}
              loadOptions={partners.load}
              onCreate={(name) => void createPartner(name)}
              createVerb="Cadastrar"
              autoFocus={autoFocus}
            />
          </Field>
          <Field label="Documento" error={problems.documentNumber} mark={mark('documentNumber')}>
            <TextInput
              value={form.documentNumber}
              onChange={(documentNumber) => edit(setFields({ documentNumber }))}
              maxLength={60}
              placeholder="NF 1.234"
            />
          </Field>
          <Field label="Descrição" error={problems.description} mark={mark('description')} className={styles.wide}>
            <TextInput
              value={form.description}
              onChange={(description) => edit(setFields({ description }))}
              maxLength={500}
            />
          </Field>
          <Field
            label={form.retentions.length > 0 ? 'Valor bruto da nota' : 'Valor bruto'}
            required
            error={problems.grossValue}
            mark={mark('grossValue')}
          >
            <MoneyInput
              path="grossValue"
              symbol="R$"
              value={form.grossValue === ZERO ? '' : form.grossValue}
              onChange={(value) => edit(setTotal(value))}
            />
          </Field>
        </ReadOnlyContext>
        {!hasPaid(form) && first && (
          <Field
            label={form.installments.length > 1 ? '1º vencimento' : 'Vencimento'}
            required
            error={problems[installmentPath(first.key, 'dueDate')] ?? problems['installments.0.dueDate']}
            warning={dueDateWarnings(state).get(first.key)}
          >
            <DateInput
              path={installmentPath(first.key, 'dueDate')}
              towards="future"
              value={first.dueDate}
              onChange={(date) => edit(setInstallmentDueDate(first.key, date))}
            />
          </Field>
        )}
        <ReadOnlyContext value={closed}>
          <Field label="Categoria" error={problems.category} hint={categoryHint}>
            <Combobox
              path="category"
              value={form.category}
              onChange={(category) => edit(setFields({ category }))}
              options={categories.options}
              loading={categories.loading}
              onCreate={categories.create && ((name) => void createCategory(name))}
              createVerb="Cadastrar"
            />
          </Field>
        </ReadOnlyContext>
        <Field
          label={expense ? 'Forma de pagamento' : 'Forma de recebimento'}
          error={problems.preferredPaymentMethod}
          mark={mark('preferredPaymentMethod')}
        >
          <Select
            value={form.preferredPaymentMethod}
            onChange={(preferredPaymentMethod) => edit(setFields({ preferredPaymentMethod }))}
            options={PAYMENT_METHOD_OPTIONS}
          />
        </Field>
        <Field label="Carteira prevista" error={problems.expectedWallet}>
          <Combobox
            path="expectedWallet"
            value={form.expectedWallet}
            onChange={(expectedWallet) => edit(setFields({ expectedWallet }))}
            options={wallets.options}
            loading={wallets.loading}
          />
        </Field>
        <ReadOnlyContext value={closed}>
          <Field label="Emissão" required error={problems.emissionDate} mark={mark('emissionDate')}>
            <DateInput
              path="emissionDate"
              towards="past"
              value={form.emissionDate}
              onChange={(emissionDate) => edit(setFields({ emissionDate }))}
            />
          </Field>
          <Field
            label="Competência"
            mark={mark('competenceDate')}
            error={problems.competenceDate}
            hint={form.competenceDate === '' ? 'A da emissão, se ficar em branco' : undefined}
          >
            <DateInput
              path="competenceDate"
              towards="past"
              value={form.competenceDate}
              onChange={(competenceDate) => edit(setFields({ competenceDate }))}
            />
          </Field>
        </ReadOnlyContext>
      </div>
    </section>
  );
};
