import { errorText } from '#web/client/errors.ts';
import { formatUnitPrice } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import {
  useProductMergesQuery,
  useProductPairsQuery,
  type ProductPairsQuery,
  type ProductRowFragment,
} from '#web/generated/purchase.ts';
import { MergeIcon } from '#web/ui/icons.ts';
import { Button, EmptyState, ErrorState, PageHeader, Pagination, Screen, Skeleton } from '#web/ui/index.ts';
import { useState, type ReactNode } from 'react';
import { MergeDialog } from './MergeDialog.tsx';
import { Merges } from './Merges.tsx';
import styles from './merging.module.css';
import { useMerging } from './useMerging.ts';

type Pair = NonNullable<ProductPairsQuery['productPairs']>['content'][number];

const FIRST_SIZE = 25;
const HISTORY = 50;

const Product = ({ row }: { row: ProductRowFragment }) => (
  <span className={styles.product}>
    <strong>{row.name}</strong>
    <span className={styles.muted}>
      {[row.code, row.unit?.acronyms, row.productGroup?.name ?? 'Sem grupo'].filter(Boolean).join(' · ')}
    </span>
    <span className={styles.muted}>
      {row.price ? `R$ ${formatUnitPrice(row.price)}` : 'sem preço'}
      {row.figures ? ` · ${counted(row.figures.uses, 'uso')}` : ''}
    </span>
  </span>
);

interface PairsProps {
  pairs: readonly Pair[];
  mayWrite: boolean;
}

const Pairs = ({ pairs, mayWrite }: PairsProps) => {
  const [chosen, setChosen] = useState<Pair | null>(null);
  const { dismiss } = useMerging();
  return (
    <>
      <ul className={styles.pairs} aria-label="Insumos que podem ser o mesmo">
        {pairs.map((pair) => (
          <li key={pair.id} className={styles.pair}>
            <Product row={pair.first} />
            <Product row={pair.second} />
            {mayWrite && (
              <span className={styles.buttons}>
                <Button icon={<MergeIcon />} onClick={() => setChosen(pair)}>
                  Unificar
                </Button>
                <Button variant="subtle" onClick={() => void dismiss(pair.id, true)}>
                  Não são duplicados
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {chosen && <MergeDialog rows={[chosen.first, chosen.second]} onClose={() => setChosen(null)} />}
    </>
  );
};

const History = ({ table, mayWrite }: { table: string | undefined; mayWrite: boolean }) => {
  const { data } = useProductMergesQuery({
    variables: { size: HISTORY, productTable: table ?? null },
    fetchPolicy: 'cache-and-network',
  });
  const merges = data?.productMerges?.content ?? [];
  if (merges.length === 0) return null;
  return (
    <section aria-label="Unificações">
      <h2>Unificações</h2>
      <Merges rows={merges} mayWrite={mayWrite} />
    </section>
  );
};

export interface DuplicatesProps {
  /** Cost database of the address. */
  table: string | undefined;
  tableName: string | undefined;
  mayWrite: boolean;
  /** Views of the list of products. */
  tabs: ReactNode;
}

/** Products that may be the same one, and the history of merges: the view "Duplicados" of the products. */
export const Duplicates = ({ table, tableName, mayWrite, tabs }: DuplicatesProps) => {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(FIRST_SIZE);
  const { data, previousData, error, loading, refetch } = useProductPairsQuery({
    variables: { page, size, productTable: table ?? null },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const pairs = (data ?? previousData)?.productPairs ?? undefined;
  const total = pairs?.totalElements ?? 0;
  if (page > 0 && total > 0 && page * size >= total) setPage(Math.ceil(total / size) - 1);
  return (
    <Screen>
      <PageHeader
        title="Insumos"
        summary={pairs && [counted(total, 'par sugerido', 'pares sugeridos'), tableName].filter(Boolean).join(' em ')}
        tabs={tabs}
      />
      <div className={styles.page} tabIndex={0} role="group" aria-label="Insumos duplicados">
        {error && !pairs ? (
          <ErrorState
            message={errorText(error, 'Falha para buscar insumos duplicados')}
            onRetry={() => void refetch()}
          />
        ) : !pairs && loading ? (
          <Skeleton rows={6} />
        ) : total === 0 ? (
          <EmptyState
            title="Nenhum insumo duplicado"
            text="Nenhum par de insumos em uso tem nomes, unidades e grupos parecidos."
          />
        ) : (
          <Pairs pairs={pairs?.content ?? []} mayWrite={mayWrite} />
        )}
        <History table={table} mayWrite={mayWrite} />
      </div>
      {total > 0 && <Pagination page={page} size={size} total={total} onPage={setPage} onSize={setSize} />}
    </Screen>
  );
};
