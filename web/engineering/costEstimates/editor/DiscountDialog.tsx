import { discountForTarget } from '#domain/engineering/estimate/figures.ts';
import { compare, formatCurrency, subtract } from '#domain/money.ts';
import { Button, Dialog, Field, MoneyInput, ReadingContext, unreadProblems, useReading } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './estimate.module.css';

interface DiscountDialogProps {
  /** Total with BDI, before the discount. */
  grossTotal: string;
  discount: string;
  onChange: (discount: string) => void;
  onClose: () => void;
}

/** The discount of an estimate, typed itself or as the total that it leads to ("total alvo"). */
export const DiscountDialog = ({ grossTotal, discount, onChange, onClose }: DiscountDialogProps) => {
  const [typed, setTyped] = useState(discount);
  const reading = useReading();
  const value = typed === '' ? '0.00' : typed;
  const target = subtract(grossTotal, value);
  const unread = unreadProblems(reading.unread);
  const problem = compare(value, grossTotal) > 0 ? 'O desconto não pode passar do total com BDI' : undefined;
  const apply = () => {
    if (problem !== undefined || Object.keys(reading.unread).length > 0) return;
    onChange(value);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Desconto e total alvo"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={apply}>
            Aplicar
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        <div className={styles.stack}>
          <span>
            Total com BDI: <strong>{formatCurrency(grossTotal)}</strong>. O desconto é repartido pelas linhas com preço,
            na proporção dos totais.
          </span>
          <Field label="Desconto" error={unread['discount'] ?? problem} hint="Negativo é um acréscimo">
            <MoneyInput path="discount" symbol="R$" allowNegative autoFocus value={typed} onChange={setTyped} />
          </Field>
          <Field label="Total alvo" error={unread['target']}>
            <MoneyInput
              path="target"
              symbol="R$"
              value={target}
              onChange={(wanted) => setTyped(discountForTarget(grossTotal, wanted === '' ? '0.00' : wanted))}
            />
          </Field>
        </div>
      </ReadingContext>
    </Dialog>
  );
};
