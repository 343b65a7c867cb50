import { dayOfWeek, daysBetween } from '#domain/dates.ts';
import { allowedBuildings } from '#domain/permissions.ts';
import { isPaymentMethod } from '#domain/paymentMethods.ts';
import { PAYMENT_METHOD_OPTIONS } from '#web/form/document/paymentMethods.ts';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { useCategoryChoice } from '#web/choices/useCategoryChoice.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import {
  Card,
  Combobox,
  DateInput,
  Field,
  ReadOnlyContext,
  Select,
  TextArea,
  today,
  useReadOnly,
} from '#web/ui/index.ts';
import { setBuilding, setFields } from './edits.ts';
import type { OrderForm, OrderFormState } from './form.ts';
import styles from './order.module.css';

interface OrderFieldsProps {
  state: OrderFormState;
  history: FormHistory<OrderForm>;
  isNew: boolean;
  /** Something has come: supplier and building stay. */
  received: boolean;
}

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];

/** "segunda, em 7 dias" */
const daysTo = (date: string): string | undefined => {
  if (date === '') return undefined;
  const days = daysBetween(today(), date);
  const when =
    days === 0
      ? 'hoje'
      : days > 0
        ? `em ${days} ${days === 1 ? 'dia' : 'dias'}`
        : `há ${-days} ${days === -1 ? 'dia' : 'dias'}`;
  return `${WEEKDAYS[dayOfWeek(date) % 7] ?? ''}, ${when}`;
};

/** The buildings where the user buys. */
const useOwnBuildings = () => {
  const { grantee } = useSession();
  const { companyId } = usePlace();
  const { options } = useBuildingChoice();
  const allowed = allowedBuildings(grantee, companyId, ['PURCHASE']);
  return allowed === 'all' ? options : options.filter(({ id }) => allowed.includes(id));
};

const KEPT = 'O pedido já tem recebimento';

/** The header of an order. */
export const OrderFields = ({ state, history, isNew, received }: OrderFieldsProps) => {
  const { form, problems } = state;
  const partners = usePartnerChoice('DEBIT');
  const categories = useCategoryChoice('DEBIT');
  const buildings = useOwnBuildings();
  const readOnly = useReadOnly();
  const set = (values: Parameters<typeof setFields>[0]) => history.edit(setFields(values), Object.keys(values).join());
  const createSupplier = async (name: string) => {
    const supplier = await partners.create(name);
    if (supplier) set({ supplier });
  };
  const createCategory = async (name: string) => {
    const category = await categories.create?.(name);
    if (category) set({ category });
  };
  return (
    <Card>
      <div className={styles.fields}>
        <ReadOnlyContext value={received || readOnly}>
          <Field
            label="Fornecedor"
            required
            className={styles.supplier}
            error={problems.supplier}
            hint={received ? KEPT : form.supplier?.hint}
          >
            <Combobox
              path="supplier"
              value={form.supplier}
              loadOptions={partners.load}
              autoFocus={isNew && form.supplier === null}
              onChange={(supplier) => set({ supplier })}
              onCreate={(name) => void createSupplier(name)}
              createVerb="Cadastrar"
            />
          </Field>
          <Field
            label="Obra"
            required
            className={styles.building}
            error={problems.building}
            hint={received ? KEPT : undefined}
          >
            <Combobox
              path="building"
              value={form.building}
              options={buildings}
              onChange={(building) => history.edit(setBuilding(building))}
            />
          </Field>
        </ReadOnlyContext>
        <Field label="Entrega prevista" error={problems.deliveryDate} hint={daysTo(form.deliveryDate)}>
          <DateInput
            path="deliveryDate"
            towards="future"
            value={form.deliveryDate}
            onChange={(deliveryDate) => set({ deliveryDate })}
          />
        </Field>
        <Field label="Emissão" required error={problems.createdDate}>
          <DateInput
            path="createdDate"
            towards="past"
            value={form.createdDate}
            onChange={(createdDate) => set({ createdDate })}
          />
        </Field>
        <Field label="Categoria da despesa" className={styles.category} error={problems.category}>
          <Combobox
            path="category"
            value={form.category}
            options={categories.options}
            loading={categories.loading}
            onChange={(category) => set({ category })}
            onCreate={categories.create && ((name) => void createCategory(name))}
            createVerb="Cadastrar"
          />
        </Field>
        <Field label="Forma de pagamento" error={problems.paymentMethod}>
          <Select
            value={isPaymentMethod(form.paymentMethod) ? form.paymentMethod : ''}
            options={PAYMENT_METHOD_OPTIONS}
            onChange={(paymentMethod) => set({ paymentMethod })}
          />
        </Field>
        <Field
          label="Observações"
          className={styles.notes}
          error={problems.notes}
          hint="O fornecedor lê: saem no PDF do pedido"
        >
          <TextArea value={form.notes} rows={1} maxLength={2000} onChange={(notes) => set({ notes })} />
        </Field>
      </div>
    </Card>
  );
};
