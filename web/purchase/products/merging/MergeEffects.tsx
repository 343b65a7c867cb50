import { formatUnitPrice } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import type { ProductRowFragment } from '#web/generated/purchase.ts';
import { divided, type Preview } from './preview.ts';
import styles from './merging.module.css';

interface MergeEffectsProps {
  preview: Preview;
  survivor: ProductRowFragment;
  rows: readonly ProductRowFragment[];
}

const priceText = (price: string | null | undefined): string => (price ? formatUnitPrice(price) : 'sem preço');

const changesOf = ({ preview, survivor, rows }: MergeEffectsProps): string[] => {
  const rounded = preview.merged.reduce((sum, one) => sum + one.rounded, 0);
  const parts = divided(preview, rows);
  return [
    preview.compositions > 0
      ? [
          `${counted(preview.compositions, 'composição recebe', 'composições recebem')} ${survivor.code}`,
          ...parts,
        ].join(', ')
      : 'Nenhuma composição usa os que saem',
    ...(rounded > 0
      ? [`${counted(rounded, 'coeficiente sem fim fica', 'coeficientes sem fim ficam')} com 20 casas`]
      : []),
    ...(preview.prices > 0
      ? [`${counted(preview.prices, 'preço se junta', 'preços se juntam')} ao histórico de ${survivor.code}`]
      : []),
  ];
};

const list = (codes: readonly string[]): string =>
  codes.length < 2 ? codes.join('') : `${codes.slice(0, -1).join(', ')} ou ${codes.at(-1)}`;

/** What merging changes, what it does not, and every price that it moves. */
export const MergeEffects = (props: MergeEffectsProps) => {
  const { preview, survivor, rows } = props;
  if (!preview.impact) {
    return <p className={styles.lead}>Informe quanto uma unidade vale na outra para ver o que muda.</p>;
  }
  const { changed, largest } = preview.impact;
  const gone = rows.filter(({ id }) => id !== survivor.id).map(({ code }) => code);
  return (
    <>
      <div className={styles.effects} aria-live="polite">
        <section>
          <h3>O que muda</h3>
          <ul>
            {changesOf(props).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3>O que não muda</h3>
          <ul>
            <li>Nome, unidade, grupo e preço de {survivor.code}</li>
            <li>Buscar por {list(gone)} continua achando o insumo</li>
            <li>Fica registrado em seu nome e pode ser desfeito</li>
          </ul>
        </section>
      </div>
      <section className={styles.prices}>
        <h3>
          {changed === 0
            ? 'Nenhum preço de composição muda'
            : counted(changed, 'preço de composição muda', 'preços de composições mudam')}
        </h3>
        {changed > 0 && (
          <ul>
            {largest.map(({ task, before, after }) => (
              <li key={task.id}>
                <span>
                  <strong>{task.code}</strong> {task.name}
                </span>
                <span className={styles.numbers}>
                  {priceText(before)} → {priceText(after)}
                </span>
              </li>
            ))}
            {changed > largest.length && <li>e mais {changed - largest.length}, com mudanças menores</li>}
          </ul>
        )}
      </section>
    </>
  );
};
