import { formatCoefficient, formatPrice4 } from '#domain/numberFormat.ts';
import { differenceOf } from '../model/composition.ts';
import type { CompositionLine } from '../model/rows.ts';
import { Name, priceText } from './columns.tsx';
import styles from './composition.module.css';
import type { ReadComposition } from './readComposition.ts';

interface DifferenceProps {
  here: ReadComposition;
  registered: ReadComposition;
}

interface Pair {
  key: string;
  shown: CompositionLine;
  here: CompositionLine | undefined;
  registered: CompositionLine | undefined;
}

const nameOf = ({ productId, taskId, code, base }: CompositionLine): string => {
  if (productId !== null) return `P${productId}`;
  return taskId === null ? `${base?.id ?? ''}:${code}` : `T${taskId}`;
};

/** Lines of both sides: those of the register in its order, then those that this estimate alone has. */
const pairsOf = (here: readonly CompositionLine[], registered: readonly CompositionLine[]): Pair[] => {
  const left = [...here];
  const take = (name: string): CompositionLine | undefined => {
    const at = left.findIndex((line) => nameOf(line) === name);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const both = registered.map((line) => ({ key: line.key, shown: line, here: take(nameOf(line)), registered: line }));
  return [...both, ...left.map((line) => ({ key: line.key, shown: line, here: line, registered: undefined }))];
};

const side = (line: CompositionLine | undefined): string =>
  line === undefined
    ? '—'
    : `${line.quantity === '' ? '' : formatCoefficient(line.quantity)} × ${priceText(line.unitPrice)}`;

export const signed = (difference: string): string =>
  `${difference.startsWith('-') ? '' : '+'}${formatPrice4(difference)}`;

/** How a composition differs from that of the register, line by line. */
export const Difference = ({ here, registered }: DifferenceProps) => {
  const total = (line: CompositionLine | undefined, of: ReadComposition) =>
    line ? (of.totalOf(line) ?? '0.0000') : '0.0000';
  return (
    <div className={styles.scroll}>
      <table className={styles.difference} aria-label="Diferença para o cadastro">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Neste orçamento</th>
            <th scope="col">No cadastro</th>
            <th scope="col">Diferença (R$)</th>
          </tr>
        </thead>
        <tbody>
          {pairsOf(here.lines, registered.lines).map((pair) => {
            const by = differenceOf(total(pair.here, here), total(pair.registered, registered));
            const same = by === '0.0000';
            return (
              <tr key={pair.key} className={same ? styles.same : undefined}>
                <td>
                  <Name line={pair.shown} />
                </td>
                <td>{side(pair.here)}</td>
                <td>{side(pair.registered)}</td>
                <td>{same ? '—' : signed(by)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
