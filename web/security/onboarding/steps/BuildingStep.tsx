import { Field } from '../Field.tsx';
import field from '../Field.module.css';
import { noticeOfTaxId } from '../model.ts';
import styles from './BuildingStep.module.css';
import type { Wizard } from '../useWizard.ts';

/** The first obra, and for whom it is built. */
export const BuildingStep = ({ wizard }: { wizard: Wizard }) => {
  const { form, ofCustomer } = wizard;
  return (
    <>
      <Field wizard={wizard} field="buildingName" label="Nome da obra" autoComplete="off" />
      <fieldset className={styles.choice}>
        <legend className={`${field.label} ${styles.legend}`}>De quem é a obra?</legend>
        <div>
          {[[false, 'Da própria empresa'] as const, [true, 'De um cliente'] as const].map(([value, label]) => (
            <label key={label} data-chosen={form.ofCustomer === value || undefined}>
              <input type="radio" name="owner" checked={form.ofCustomer === value} onChange={() => ofCustomer(value)} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {form.ofCustomer && (
        <>
          <Field wizard={wizard} field="customerName" label="Nome do cliente" autoComplete="off" />
          <Field
            wizard={wizard}
            field="customerTaxId"
            label="CPF ou CNPJ"
            optional
            autoComplete="off"
            notice={noticeOfTaxId(form.customerTaxId)}
            hint="O cliente entra em Clientes e aparece nas receitas."
          />
        </>
      )}
    </>
  );
};
