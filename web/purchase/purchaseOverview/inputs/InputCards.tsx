import { quantityText } from '#domain/engineering/purchaseOverview/figures.ts';
import { CardList, MoneyText, type CardItem } from '#web/ui/index.ts';
import type { Checks } from '../useChecks.ts';
import { BuyUntil } from './BuyUntil.tsx';
import { InputBar } from './InputBar.tsx';
import styles from './inputs.module.css';
import { groupName, idOf, nameOf, type Row } from './rows.ts';
import { quantityIn, unitIn } from './view.ts';

interface InputCardsProps {
  rows: readonly Row[];
  purchase: boolean;
  checks: Checks;
  openId: string | null;
  onOpen: (id: string) => void;
}

const leftText = (row: Row, purchase: boolean): string => {
  const { quantity } = row.balance;
  if (quantity === null) return '';
  return `saldo ${quantityText(quantityIn(row, quantity, purchase))} ${unitIn(row, purchase)}`;
};

const cardOf = (row: Row, purchase: boolean): CardItem => ({
  id: idOf(row),
  title: nameOf(row),
  meta: (
    <span className={styles.cardBar}>
      <InputBar row={row} />
      {[row.product?.code, leftText(row, purchase)].filter(Boolean).join(' · ')}
    </span>
  ),
  end: <MoneyText value={row.balance.value} tone="sign" />,
  endMeta: <BuyUntil row={row} />,
  group: { title: groupName(row), label: `Grupo ${groupName(row)}`, amount: row.balance.value },
  selectLabel: `Selecionar ${nameOf(row)}`,
  // Nothing is ordered of what is no product.
  ...(row.product ? {} : { to: null }),
});

/** Inputs on a phone: how far each is, what is left to buy, and until when. */
export const InputCards = ({ rows, purchase, checks, openId, onOpen }: InputCardsProps) => (
  <CardList
    ariaLabel="Insumos"
    items={rows.map((row) => cardOf(row, purchase))}
    onOpen={onOpen}
    activeId={openId}
    selected={[...checks.chosen]}
    onToggle={checks.toggle}
  />
);
