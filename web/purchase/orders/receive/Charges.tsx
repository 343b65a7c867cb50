import { Field, MoneyInput, MoneyText } from '#web/ui/index.ts';
import type { Charge } from './figures.ts';
import type { PartProps } from './parts.ts';
import styles from './receive.module.css';

const CHARGES: readonly { id: Charge; label: string }[] = [
  { id: 'shippingRate', label: 'Frete desta nota' },
  { id: 'ipiValue', label: 'IPI desta nota' },
  { id: 'discount', label: 'Desconto desta nota' },
];

/** Charges of the nota: the order's share of what comes, until somebody types what the nota says. */
export const Charges = ({ form, set, problems, figures }: PartProps) => (
  <>
    <div className={styles.charges}>
      {CHARGES.map(({ id, label }) => (
        <Field key={id} label={label} error={problems[id]} hint={form[id] === '' ? 'Parte do pedido' : undefined}>
          <MoneyInput path={id} symbol="R$" value={figures.charges[id]} onChange={(value) => set({ [id]: value })} />
        </Field>
      ))}
    </div>
    <p className={styles.total} role="status">
      <span>{form.documentNumber.trim() === '' ? 'Total da nota' : `Total da NF ${form.documentNumber.trim()}`}</span>
      <MoneyText value={figures.total} strong />
    </p>
  </>
);
