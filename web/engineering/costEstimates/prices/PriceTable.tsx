import { isZero, percentageOf } from '#domain/money.ts';
import { formatMoney, formatPercentage, formatPrice4 } from '#domain/numberFormat.ts';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { Checkbox, IconButton, LongList, StatusPill } from '#web/ui/index.ts';
import { useMemo, useState } from 'react';
import { quantityShown } from '../editor/cellText.ts';
import {
  changeText,
  choiceOf,
  directionOf,
  NO_NEW_PRICE,
  quantityText,
  reasonOf,
  type Kept,
  type Part,
  type PriceResource,
  type PriceRow,
} from './model.ts';
import styles from './prices.module.css';

interface PriceTableProps {
  rows: readonly PriceRow[];
  resources: ReadonlyMap<string, PriceResource>;
  kept: Kept;
  onChoose: (units: readonly string[], chosen: boolean) => void;
  /** Chooses every row, or none. */
  onAll: (chosen: boolean) => void;
  all: boolean | 'mixed';
}

type Line = { kind: 'row'; row: PriceRow } | { kind: 'part'; part: Part; key: string };

export const signed = (amount: string): string => {
  const text = formatMoney(amount.replace('-', ''));
  if (/^-?0\.00$/.test(amount)) return text;
  return `${amount.startsWith('-') ? '−' : '+'}${text}`;
};

/** "+R$ 4.204,92". */
export const signedCurrency = (amount: string): string => signed(amount).replace(/^([+−]?)/, '$1R$\u00a0');

/** A cost that rises is marked as one that falls is not; the sign says the same. */
export const costTone = (amount: string): 'in' | 'out' | undefined =>
  isZero(amount) ? undefined : amount.startsWith('-') ? 'in' : 'out';

/** "+0,93%": a change as a share of a total; of none it is nothing. */
export const signedShare = (change: string, total: string): string => {
  if (isZero(total)) return '';
  const text = formatPercentage(percentageOf(change.replace('-', ''), total));
  return isZero(change) ? text : `${change.startsWith('-') ? '−' : '+'}${text}`;
};

const toneOf = (direction: number): string | undefined => {
  if (direction === 0) return undefined;
  return direction > 0 ? styles.up : styles.down;
};

const priceText = (price: string | null | undefined): string => (price == null ? '—' : formatPrice4(price));

/** Rows whose prices change, each with what explains it, opened in place. */
export const PriceTable = ({ rows, resources, kept, onChoose, onAll, all }: PriceTableProps) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(
    () =>
      rows.flatMap((row): Line[] => {
        const parts = open.has(row.rowId) ? (resources.get(row.resourceId)?.parts ?? []) : [];
        return [
          { kind: 'row', row },
          ...parts.map((part, index): Line => ({ kind: 'part', part, key: `${row.rowId}.${index}` })),
        ];
      }),
    [rows, resources, open],
  );
  const toggle = (id: string) =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Linhas com preço novo">
      <table className={styles.table}>
        <thead>
          <tr>
            <th>
              <Checkbox checked={all} onChange={onAll} ariaLabel="Escolher todas as linhas" />
            </th>
            <th>Item</th>
            <th>Serviço</th>
            <th>Un.</th>
            <th className={styles.right}>Quantidade</th>
            <th className={styles.right}>No orçamento</th>
            <th className={styles.right}>Preço novo</th>
            <th className={styles.right}>Dif.</th>
            <th>Por quê</th>
            <th className={`${styles.right} ${styles.impact}`}>Impacto (R$)</th>
          </tr>
        </thead>
        <LongList items={lines} rowHeight={34} table>
          {(line) =>
            line.kind === 'part' ? (
              <PartLine key={line.key} part={line.part} />
            ) : (
              <RowLine
                key={line.row.rowId}
                row={line.row}
                resource={resources.get(line.row.resourceId)}
                {...{ kept, onChoose }}
                open={open.has(line.row.rowId)}
                onToggle={() => toggle(line.row.rowId)}
              />
            )
          }
        </LongList>
      </table>
    </div>
  );
};

interface RowLineProps extends Pick<PriceTableProps, 'kept' | 'onChoose'> {
  row: PriceRow;
  resource: PriceResource | undefined;
  open: boolean;
  onToggle: () => void;
}

const RowLine = ({ row, resource, kept, onChoose, open, onToggle }: RowLineProps) => {
  const units = resource?.units ?? [];
  const stays = row.noNewPrice != null;
  const choice = stays ? false : choiceOf(units, kept);
  const tone = toneOf(directionOf(row));
  const impact = choice === false ? row.fullImpact : row.impact;
  return (
    <tr data-kept={choice === false || undefined}>
      <td>
        <Checkbox
          checked={choice}
          disabled={stays}
          onChange={() => onChoose(units, choice === false)}
          ariaLabel={`Atualizar ${row.code} ${row.description}`}
        />
      </td>
      <td className={styles.code}>{row.code}</td>
      <td>
        <div className={styles.name}>
          {(resource?.parts.length ?? 0) > 0 ? (
            <IconButton
              size="small"
              label={`${open ? 'Fechar' : 'Abrir'} itens de ${row.description}`}
              icon={open ? <ChevronDownIcon /> : <ChevronRightIcon />}
              expanded={open}
              onClick={onToggle}
            />
          ) : (
            <span className={styles.gap} />
          )}
          <span className={stays ? undefined : styles.strong}>{row.description}</span>
        </div>
      </td>
      <td>{row.unit}</td>
      <td className={styles.right}>{quantityShown(row.quantity ?? '0.0000')}</td>
      <td className={styles.right}>{priceText(row.unitPrice)}</td>
      <td className={styles.right}>
        {stays ? <StatusPill tone="warning">sem preço</StatusPill> : <strong>{priceText(row.newPrice)}</strong>}
        {choice === 'mixed' && <span className={styles.part}>em parte: {priceText(row.chosenPrice)}</span>}
      </td>
      <td className={`${styles.right} ${tone ?? ''}`}>{stays ? '' : changeText(row.unitPrice, row.newPrice)}</td>
      <td className={styles.why}>{reasonOf(row, resource)}</td>
      <td className={`${styles.right} ${styles.impact}`}>
        {stays ? '—' : choice === false ? signed(impact) : <strong>{signed(impact)}</strong>}
      </td>
    </tr>
  );
};

const PartLine = ({ part }: { part: Part }) => {
  const change = changeText(part.unitPrice, part.newPrice);
  return (
    <tr className={styles.inner}>
      <td />
      <td />
      <td>
        <span className={styles.innerName}>
          {part.code} {part.description}
        </span>
      </td>
      <td>{part.unit}</td>
      <td className={styles.right}>{quantityText(part)}</td>
      <td className={styles.right}>{priceText(part.unitPrice)}</td>
      <td className={styles.right}>{priceText(part.newPrice)}</td>
      <td className={`${styles.right} ${toneOf(change.startsWith('−') ? -1 : change === '' ? 0 : 1) ?? ''}`}>
        {change}
      </td>
      <td className={styles.why}>{part.noNewPrice == null ? '' : NO_NEW_PRICE[part.noNewPrice]}</td>
      <td className={styles.impact} />
    </tr>
  );
};

/** The same rows on a phone. */
export const PriceCards = ({
  rows,
  resources,
  kept,
  onChoose,
}: Pick<PriceTableProps, 'rows' | 'resources' | 'kept' | 'onChoose'>) => (
  <ul className={styles.cards} aria-label="Linhas com preço novo">
    <LongList items={rows} rowHeight={96}>
      {(row) => {
        const resource = resources.get(row.resourceId);
        const units = resource?.units ?? [];
        const stays = row.noNewPrice != null;
        const choice = stays ? false : choiceOf(units, kept);
        return (
          <li key={row.rowId} className={styles.card} data-kept={choice === false || undefined}>
            <Checkbox
              checked={choice}
              disabled={stays}
              onChange={() => onChoose(units, choice === false)}
              ariaLabel={`Atualizar ${row.code} ${row.description}`}
            />
            <div className={styles.cardText}>
              <span className={styles.strong}>
                {row.code} {row.description}
              </span>
              <span>
                {priceText(row.unitPrice)} → {stays ? 'sem preço' : priceText(row.newPrice)}{' '}
                <span className={toneOf(directionOf(row))}>{stays ? '' : changeText(row.unitPrice, row.newPrice)}</span>
              </span>
              {choice === 'mixed' && <span>em parte: {priceText(row.chosenPrice)}</span>}
              <span className={styles.why}>{reasonOf(row, resource)}</span>
            </div>
            <strong>{stays ? '—' : signed(choice === false ? row.fullImpact : row.impact)}</strong>
          </li>
        );
      }}
    </LongList>
  </ul>
);
