import { formatCoefficient, formatPercentage, formatPrice4 } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useTaskCurveQuery } from '#web/generated/engineering.ts';
import { ErrorState, Skeleton, StatusPill } from '#web/ui/index.ts';
import styles from './editor.module.css';
import { LineIcon } from './LineIcon.tsx';

const TONES = { A: 'info', B: 'violet', C: 'neutral' } as const;
const isClass = (text: string | null): text is keyof typeof TONES => text !== null && text in TONES;

/** ABC curve of the inputs of a stored composition, over all its levels. */
export const CurveView = ({ id }: { id: string }) => {
  const { data, error, refetch } = useTaskCurveQuery({
    ...{ variables: { id }, fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  const inputs = data?.taskInputs;
  if (error && !inputs) return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
  if (!inputs) return <Skeleton rows={8} />;
  return (
    <div className={styles.scroll}>
      <table className={styles.curve} aria-label="Curva ABC dos insumos">
        <thead>
          <tr>
            <th scope="col">Classe</th>
            <th scope="col">Insumo</th>
            <th scope="col" className={styles.number}>
              Quantidade
            </th>
            <th scope="col" className={styles.number}>
              Total (R$)
            </th>
            <th scope="col" className={styles.number}>
              %
            </th>
            <th scope="col" className={styles.number}>
              Acumulado
            </th>
          </tr>
        </thead>
        <tbody>
          {inputs.map((input) => (
            <tr key={input.resourceId}>
              <td>{isClass(input.class) ? <StatusPill tone={TONES[input.class]}>{input.class}</StatusPill> : '—'}</td>
              <td>
                <span className={styles.item}>
                  <LineIcon kind="PRODUCT" type={input.productType.name} />
                  <span className={styles.code}>{input.code}</span>
                  <span className={styles.itemName}>{input.name}</span>
                </span>
              </td>
              <td className={styles.number}>
                {formatCoefficient(input.quantity)} {input.unit}
              </td>
              <td className={styles.number}>
                {input.totalPrice === null ? 'sem preço' : formatPrice4(input.totalPrice)}
              </td>
              <td className={styles.number}>{input.percentage === null ? '—' : formatPercentage(input.percentage)}</td>
              <td className={styles.number}>
                {input.accumulated === null ? '—' : formatPercentage(input.accumulated)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
