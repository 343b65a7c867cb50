import { formatDate } from '#domain/dates.ts';
import { formatExact } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { useProductMergesQuery, type MergeRowFragment, type ProductRowFragment } from '#web/generated/purchase.ts';
import { UndoIcon } from '#web/ui/icons.ts';
import { Button, dayOf, timeOf } from '#web/ui/index.ts';
import styles from './merging.module.css';
import { useMerging } from './useMerging.ts';

const mergedText = ({ merged, survivor }: MergeRowFragment): string =>
  merged
    .map(({ code, name, unit, factor }) =>
      factor === '1' ? `${code} ${name}` : `${code} ${name} (${formatExact(factor)} ${unit} = 1 ${survivor.unit})`,
    )
    .join(', ');

const when = (instant: string): string => `${formatDate(dayOf(instant))}, ${timeOf(instant)}`;

/** The history of merges, each with its undoing. */
export const Merges = ({ rows, mayWrite }: { rows: readonly MergeRowFragment[]; mayWrite: boolean }) => {
  const { undo, busy } = useMerging();
  return (
    <ul className={styles.merges}>
      {rows.map((merge) => {
        const { id, survivor, compositions, mergedAt, mergedBy, undoneAt, undoneBy } = merge;
        return (
          <li key={id}>
            <span>
              {mergedText(merge)} → <strong>{survivor.code}</strong> {survivor.name}
              <span className={styles.muted}>
                {` · ${counted(compositions, 'composição', 'composições')} · ${when(mergedAt)}`}
                {mergedBy ? ` · ${mergedBy.name}` : ''}
              </span>
            </span>
            {undoneAt ? (
              <span className={styles.muted}>
                Desfeita em {when(undoneAt)}
                {undoneBy ? ` por ${undoneBy.name}` : ''}
              </span>
            ) : (
              mayWrite && (
                <Button icon={<UndoIcon />} disabled={busy} onClick={() => void undo(merge)}>
                  Desfazer
                </Button>
              )
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** The merges into one product that still hold, in its drawer. */
export const MergesInto = ({ row, mayWrite }: { row: ProductRowFragment; mayWrite: boolean }) => {
  const { data } = useProductMergesQuery({
    variables: { size: 50, product: row.id },
    fetchPolicy: 'cache-and-network',
  });
  const merges = data?.productMerges?.content.filter(({ undoneAt }) => !undoneAt) ?? [];
  if (merges.length === 0) return null;
  return (
    <section aria-label="Unificações">
      <h3 className={styles.title}>Unificações</h3>
      <Merges rows={merges} mayWrite={mayWrite} />
    </section>
  );
};
