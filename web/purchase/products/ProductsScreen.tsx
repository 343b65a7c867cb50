import { counted } from '#domain/numberFormat.ts';
import { currentParams } from '#web/client/address.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useCreateProductMutation,
  useProductPaneQuery,
  useProductTotalsQuery,
  type ProductPaneQuery,
  type ProductRowFragment,
  type ProductsQuery,
} from '#web/generated/purchase.ts';
import { activeOf, filterText, isId } from '#web/list/listFilters.ts';
import { ListScreen, type ListTab } from '#web/list/ListScreen.tsx';
import { useListQuery } from '#web/list/useListQuery.ts';
import { useSelection } from '#web/list/useSelection.ts';
import { RegisterEditor } from '#web/register/RegisterEditor.tsx';
import { textsOf } from '#web/register/noun.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Button, Screen, Skeleton, ViewTabs } from '#web/ui/index.ts';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { productFileColumns } from './columns.tsx';
import { Duplicates } from './merging/Duplicates.tsx';
import { formOf, inputOf } from './model.ts';
import { ProductBulk } from './ProductBulk.tsx';
import { ProductFilters } from './ProductFilters.tsx';
import { ProductPane } from './ProductPane.tsx';
import { forgetProducts } from './forgetProducts.ts';
import { noun, products } from './products.tsx';

const texts = textsOf(noun);
const isPublished = (row: ProductRowFragment | null): boolean => row?.productTable?.source === 'SINAPI';

/** The account's own cost database that the screen begins with. */
const firstTable = (data: ProductPaneQuery | undefined): string | undefined => {
  const tables = data?.productTables?.content ?? [];
  return (tables.find(({ source, active }) => source === 'GO' && active) ?? tables[0])?.id;
};

const DUPLICATES = 'duplicates';

const tabsOf = (totals: ProductsQuery['totals'] | undefined, pane: ProductPaneQuery | undefined): ListTab[] => {
  const pairs = pane?.productCounts?.pairs;
  return [
    { id: '', label: 'Ativos', count: totals?.active },
    { id: 'false', label: 'Inativos', count: totals?.inactive },
    { id: 'all', label: 'Todos', count: totals?.all },
    { id: DUPLICATES, label: 'Duplicados', count: pairs, tone: 'warning' },
  ];
};

/** Chooses a view: one by activity, which is a filter of the list, or the duplicates, which are none. */
const useView = () => {
  const [params, setParams] = useSearchParams();
  const choose = (id: string) => {
    const now = currentParams();
    const table = now.get('productTable');
    const next = id === DUPLICATES ? new URLSearchParams(table ? { productTable: table } : {}) : now;
    for (const key of ['tab', 'active', 'page']) next.delete(key);
    if (id === DUPLICATES) next.set('tab', id);
    else if (id !== '') next.set('active', id);
    setParams(next);
  };
  return { duplicates: params.get('tab') === DUPLICATES, choose };
};

/** Copies a published product to the account's own cost database, with its price. */
const useCopy = (ownTable: string | undefined, onCopied: (id: string) => void) => {
  const [create] = useCreateProductMutation({ context: { quiet: true } });
  return async (row: ProductRowFragment): Promise<void> => {
    if (ownTable === undefined) return;
    try {
      const input = { ...inputOf(formOf(row)), productTableId: ownTable };
      const { data } = await create({ variables: { input }, update: (cache) => forgetProducts(cache) });
      if (!data?.saved.row) return;
      notifySuccess('Insumo copiado para os próprios', { detail: row.name });
      onCopied(data.saved.row.id);
    } catch (error) {
      notifyFailure(error);
    }
  };
};

/** What the pane at the left narrows the list by. */
const wordsOf = (table: string | undefined, group: string | undefined) => [
  ...(table === undefined ? [] : [{ label: 'Tabela', value: table }]),
  ...(group === undefined ? [] : [{ label: 'Grupo', value: group }]),
];

/** Insumos (§2 /product): the products of one cost database. */
const ProductsList = ({ pane, onTab }: { pane: ProductPaneQuery | undefined; onTab: (id: string) => void }) => {
  const list = products.useList();
  const { toggle } = products.useCalls();
  const { rows, page } = list;
  const selection = useSelection(list, rows);
  const mayWrite = useSession().may({ anyOf: ['PURCHASE'] });
  const totals = list.data?.totals ?? undefined;
  const table = pane?.productTables?.content.find(({ id }) => id === filterText(list.query, 'productTable'));
  const group = pane?.productCounts?.groups.find(({ id }) => id === filterText(list.query, 'productGroup'));
  const published = table?.source === 'SINAPI';
  const ownTable = pane?.productTables?.content.find(({ source, active }) => source === 'GO' && active)?.id;
  const copy = useCopy(ownTable, (id) => {
    list.setOwn('id', id);
  });
  const readOnly = (row: ProductRowFragment | null): string | undefined => {
    if (!mayWrite) return 'Sem permissão de compras, os insumos só podem ser consultados.';
    return isPublished(row) ? 'Os insumos do SINAPI só mudam por importação.' : undefined;
  };
  return (
    <ListScreen
      title={texts.title}
      summary={page && [counted(page.totalElements, noun.one, noun.many), table?.name].filter(Boolean).join(' em ')}
      list={list}
      failureText={products.failures.list}
      columns={products.columns}
      fileColumns={productFileColumns}
      rowActions={(row) =>
        isPublished(row)
          ? [{ label: 'Copiar para próprios', disabled: !mayWrite, onClick: () => void copy(row) }]
          : [{ label: row.active ? 'Desativar' : 'Reativar', disabled: !mayWrite, onClick: () => void toggle(row) }]
      }
      defaultSort={filterText(list.query, 'search') ? undefined : { id: 'name', desc: false }}
      card={products.card}
      aside={<ProductPane data={pane} list={list} />}
      lasting={['productTable']}
      selection={mayWrite && !published ? selection : undefined}
      bulk={mayWrite && !published && <ProductBulk selection={selection} groups={pane?.productCounts?.groups} />}
      searchLabel="Código, nome ou parte dele"
      filters={<ProductFilters data={pane} list={list} />}
      filterWords={wordsOf(table?.name, group?.name)}
      tabs={tabsOf(totals, pane)}
      onTab={onTab}
      newLabel={mayWrite && !published ? texts.create : undefined}
      emptyTitle={texts.empty}
      emptyText={published ? 'A tabela ainda não tem insumos.' : products.emptyText}
      drawer={(id, onMove) => (
        <RegisterEditor
          key={id === 'new' ? 'new' : 'row'}
          register={products}
          rights={{ create: mayWrite, readOnly, mayLeave: (row) => mayWrite && !isPublished(row) }}
          id={id}
          actions={(row) =>
            isPublished(row) && mayWrite && <Button onClick={() => void copy(row)}>Copiar para próprios</Button>
          }
          onClose={() => list.setOwn('id', null)}
          onMove={onMove}
          onSaved={(saved) => list.setOwn('id', saved, 'replace')}
        />
      )}
    />
  );
};

/** The cost database stands in the address; without one, the screen begins with the account's own. */
const ProductsScreen = () => {
  const { query, setOwn } = useListQuery();
  const asked = filterText(query, 'productTable');
  const { data } = useProductPaneQuery({
    variables: { productTable: isId(asked) ? asked : null, active: activeOf(query) },
    fetchPolicy: 'cache-and-network',
  });
  const first = firstTable(data);
  useEffect(() => {
    if (asked === undefined && first !== undefined) setOwn('productTable', first, 'replace');
  }, [asked, first, setOwn]);
  const waiting = asked === undefined && (first !== undefined || data === undefined);
  const view = useView();
  if (waiting) {
    return (
      <Screen>
        <Skeleton rows={8} />
      </Screen>
    );
  }
  return view.duplicates ? (
    <DuplicatesView pane={data} table={asked} onTab={view.choose} />
  ) : (
    <ProductsList pane={data} onTab={view.choose} />
  );
};

interface DuplicatesViewProps {
  pane: ProductPaneQuery | undefined;
  table: string | undefined;
  onTab: (id: string) => void;
}

/** The duplicates of a cost database, with the same views above them as the list has. */
const DuplicatesView = ({ pane, table, onTab }: DuplicatesViewProps) => {
  const mayWrite = useSession().may({ anyOf: ['PURCHASE'] });
  const { data } = useProductTotalsQuery({ variables: { productTable: isId(table) ? table : null } });
  return (
    <Duplicates
      table={isId(table) ? table : undefined}
      tableName={pane?.productTables?.content.find(({ id }) => id === table)?.name}
      mayWrite={mayWrite}
      tabs={<ViewTabs ariaLabel="Situação" tabs={tabsOf(data?.totals, pane)} value={DUPLICATES} onChange={onTab} />}
    />
  );
};

export default ProductsScreen;
