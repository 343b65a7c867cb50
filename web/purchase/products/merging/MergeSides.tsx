import { formatDate } from '#domain/dates.ts';
import { formatUnitPrice } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import type { ProductRowFragment } from '#web/generated/purchase.ts';
import { QuantityInput, useIsPhone } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { likeliest, type Preview } from './preview.ts';
import styles from './merging.module.css';

export interface MergeSidesProps {
  rows: readonly ProductRowFragment[];
  survivor: ProductRowFragment;
  preview: Preview | undefined;
  factors: Readonly<Record<string, string>>;
  /** Refusals at factors, by product. */
  problems: Readonly<Record<string, string | undefined>>;
  onChoose: (id: string) => void;
  onFactor: (id: string, factor: string) => void;
}

type Side = { row: ProductRowFragment } & MergeSidesProps;

const sideOf = ({ preview, row }: Pick<Side, 'preview' | 'row'>) =>
  [...(preview ? [preview.survivor, ...preview.merged] : [])].find(({ product }) => product.id === row.id);
const mergedOf = ({ preview, row }: Pick<Side, 'preview' | 'row'>) =>
  preview?.merged.find(({ product }) => product.id === row.id);

const Choice = ({ row, rows, survivor, onChoose }: Side) => (
  <label className={styles.choice}>
    <input
      type="radio"
      name="survivor"
      checked={row.id === survivor.id}
      autoFocus={row.id === survivor.id}
      onChange={() => onChoose(row.id)}
    />
    <span>
      <strong>{row.name}</strong>
      <span className={styles.muted}>
        {row.code}
        {row.figures && row.figures.uses > 0 && row.id === likeliest(rows)?.id ? ' · o mais usado' : ''}
      </span>
    </span>
  </label>
);

/** "kg [50] kg = 1 sc": how many of its units make one of the survivor's. */
const Unit = (side: Side) => {
  const { row, survivor, factors, problems, onFactor } = side;
  const own = row.unit?.acronyms ?? '';
  const other = survivor.unit?.acronyms ?? '';
  if (row.id === survivor.id || row.unit?.id === survivor.unit?.id) return <>{own}</>;
  const factor = factors[row.id] ?? mergedOf(side)?.factor ?? '';
  const problem = problems[row.id] ?? (factor === '' ? 'Informe o fator' : undefined);
  return (
    <span className={styles.factor}>
      <span className={styles.field}>
        <QuantityInput
          path={`factor.${row.id}`}
          places={9}
          ariaLabel={`Quantos ${own} de ${row.name} fazem 1 ${other}`}
          value={factor}
          invalid={problems[row.id] !== undefined}
          onChange={(typed) => onFactor(row.id, typed)}
        />
      </span>
      <span>
        {own} = 1 {other}
      </span>
      {problem && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  );
};

const Price = (side: Side) => {
  const { row, survivor } = side;
  const found = sideOf(side);
  const converted = mergedOf(side)?.priceInUnit;
  if (!row.price) return <span className={styles.muted}>sem preço</span>;
  return (
    <>
      {formatUnitPrice(row.price)}
      {found?.priceDay ? ` em ${formatDate(found.priceDay)}` : ''}
      {converted && row.unit?.id !== survivor.unit?.id && (
        <span className={styles.muted}>
          {' '}
          ({formatUnitPrice(converted)} por {survivor.unit?.acronyms})
        </span>
      )}
    </>
  );
};

const FACTS: readonly { label: string; of: (side: Side) => ReactNode }[] = [
  { label: 'Fica', of: (side) => <Choice {...side} /> },
  { label: 'Unidade', of: (side) => <Unit {...side} /> },
  { label: 'Grupo', of: ({ row }) => row.productGroup?.name ?? 'Sem grupo' },
  { label: 'Último preço (R$)', of: (side) => <Price {...side} /> },
  { label: 'Marcas', of: ({ row }) => row.brands.map(({ name }) => name).join(', ') || '—' },
  { label: 'Composições', of: (side) => sideOf(side)?.compositions || '—' },
];

/** The products side by side; one below the other on a phone. */
export const MergeSides = (props: MergeSidesProps) => {
  const { rows, survivor } = props;
  const phone = useIsPhone();
  const kind = (row: ProductRowFragment) => (row.id === survivor.id ? styles.stays : undefined);
  if (phone) {
    return (
      <div className={styles.cards}>
        {rows.map((row) => (
          <div key={row.id} className={[styles.card, kind(row)].filter(Boolean).join(' ')}>
            {FACTS.map(({ label, of }, index) => (
              <div key={label} className={styles.fact}>
                {index > 0 && <span className={styles.muted}>{label}</span>}
                <span>{of({ ...props, row })}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={counted(rows.length, 'insumo')}>
      <table className={styles.sides}>
        <tbody>
          {FACTS.map(({ label, of }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {rows.map((row) => (
                <td key={row.id} className={kind(row)}>
                  {of({ ...props, row })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
