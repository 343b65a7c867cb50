import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import { Card, Combobox, Field, IconButton, Problem, TextInput } from '#web/ui/index.ts';
import { addSupplier, removeSupplier, setEmail } from './edits.ts';
import type { QuoteForm, QuoteFormState } from './form.ts';
import styles from './page.module.css';

interface SuppliersFieldProps {
  state: QuoteFormState;
  history: FormHistory<QuoteForm>;
}

/** From whom prices are asked, and by which address. */
export const SuppliersField = ({ state: { form, problems, edit }, history }: SuppliersFieldProps) => {
  const suppliers = usePartnerChoice('DEBIT');
  const chosen = new Set(form.suppliers.map(({ partner }) => partner.id));
  return (
    <Card title="Fornecedores">
      {problems.suppliers !== undefined && <Problem>{problems.suppliers}</Problem>}
      <ul className={styles.suppliers}>
        {form.suppliers.map(({ key, partner, email }, index) => (
          <li key={key}>
            <strong>{partner.label}</strong>
            <Field
              label={`E-mail de ${partner.label}`}
              error={problems[`suppliers.${index}.email`] ?? problems[`suppliers.${index}.partnerId`]}
            >
              <TextInput
                type="email"
                maxLength={254}
                placeholder="o do cadastro"
                value={email}
                onChange={(value) => edit(setEmail(key, value))}
              />
            </Field>
            <IconButton
              label={`Retirar ${partner.label}`}
              icon={<DeleteIcon />}
              onClick={() => history.edit(removeSupplier(key))}
            />
          </li>
        ))}
      </ul>
      <Field label="Incluir fornecedor">
        <Combobox
          key={form.suppliers.length}
          value={null}
          loadOptions={async (search) => (await suppliers.load(search)).filter(({ id }) => !chosen.has(id))}
          onChange={(partner) => partner && history.edit(addSupplier({ key: partner.id, partner, email: '' }))}
        />
      </Field>
    </Card>
  );
};
