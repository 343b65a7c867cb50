import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';
import { ProductGroupsDocument } from '#web/generated/purchase.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { PrintedPage } from '#web/list/print/PrintedPage.tsx';
import { useFacts } from '#web/list/print/useFacts.ts';
import { ImportButton } from '#web/list/ImportButton.tsx';
import { filterText, specs, unreadOf, withFilter, type FilterSpecs } from '#web/list/listFilters.ts';
import { UnreadFilters } from '#web/list/UnreadFilters.tsx';
import { useAllRows } from '#web/list/useAllRows.ts';
import { useFailureNotice } from '#web/list/useFailureNotice.ts';
import { useKeptScroll } from '#web/list/useKeptScroll.ts';
import { useListQuery } from '#web/list/useListQuery.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { AddIcon } from '#web/ui/icons.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Fab,
  FilterBar,
  PageHeader,
  Screen,
  SearchBox,
  Skeleton,
  useIsPhone,
} from '#web/ui/index.ts';
import { useCallback } from 'react';
import { GroupTree } from './GroupTree.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { productGroupColumns } from './productGroups.ts';
import { shownOf } from './tree.ts';
import { useAskedGroup } from './useAskedGroup.ts';
import { useGroupEdits } from './useGroupEdits.ts';

const NO_VARIABLES = {};
const FAILURE = 'Falha para buscar todos os grupos de insumos';
const filters: FilterSpecs = { search: specs.search };

/** Grupos de insumos (§2 /product-groups): a tree whose codes follow from the places. */
const ProductGroupsScreen = () => {
  const list = useListQuery();
  const { query, setQuery } = list;
  const phone = useIsPhone();
  const mayEdit = useSession().may({ anyOf: ['PURCHASE'] });
  const { page, loading, error, refetch } = useAllRows({
    document: ProductGroupsDocument,
    variables: NO_VARIABLES,
    pageOf: (data) => data.page,
    withPage: (data, next) => ({ ...data, page: next }),
    fresh: true,
  });
  const failure = error ? errorText(error, FAILURE) : null;
  useFailureNotice(failure, page !== undefined && failure === null);
  const groups = page?.content;
  const search = filterText(query, 'search') ?? '';
  const setSearch = useCallback(
    (text: string) => setQuery((now) => withFilter(now, 'search', text || null), 'replace'),
    [setQuery],
  );
  const edits = useGroupEdits(groups ?? [], list);
  useAskedGroup(groups, list.own('id'), edits.openAll);
  const shown = shownOf(groups ?? [], search, edits.closed);
  const scroll = useKeptScroll('tree', groups !== undefined, JSON.stringify(query));
  const { facts } = useFacts({ query, filters, sort: [] }, { columns: productGroupColumns });
  const { removing, moving } = edits;
  const empty = groups?.length === 0 && edits.adding === null;
  const add = (
    <Button variant="primary" icon={<AddIcon />} onClick={edits.addAtTop}>
      Novo grupo de insumos
    </Button>
  );
  return (
    <Screen>
      <PageHeader
        title="Grupos de insumos"
        summary={groups && counted(groups.length, 'grupo')}
        actions={
          <>
            <ImportButton />
            <ExportButton title="Grupos de insumos" columns={productGroupColumns} rows={shown} facts={facts} printKey />
            {!phone && mayEdit && add}
          </>
        }
      />
      <UnreadFilters unread={unreadOf(list, filters, [])} list={list} />
      <FilterBar>
        <SearchBox value={search} onChange={setSearch} label="Buscar em grupos" />
      </FilterBar>
      {!groups && failure !== null ? (
        <ErrorState message={failure} onRetry={() => void refetch()} />
      ) : !groups && loading ? (
        <Skeleton rows={12} />
      ) : empty ? (
        <EmptyState
          title="Nenhum grupo ainda"
          text="Grupos separam os insumos em até quatro níveis: 01 Elétrica, 01.01 Condutores."
          action={mayEdit ? add : undefined}
        />
      ) : shown.length === 0 && edits.adding === null ? (
        <EmptyState
          title="Nada com estes filtros"
          action={<Button onClick={() => setQuery({ filters: [], sort: [] })}>Limpar filtros</Button>}
        />
      ) : (
        <GroupTree
          groups={groups ?? []}
          shown={shown}
          scroll={scroll}
          isOpen={({ id }) => search !== '' || !edits.closed.has(id)}
          adding={edits.adding}
          renaming={edits.renaming}
          actionsOf={mayEdit ? edits.actionsOf : undefined}
          onOpen={({ id }, open) => edits.setOpen(id, open)}
          onMove={(group, target) => void edits.move(group, target)}
          onAdd={edits.create}
          onAdded={edits.stopAdding}
          onRename={(group) => edits.setRenaming(group?.id ?? null)}
          onSaveName={edits.rename}
          onRemove={edits.setRemoving}
        />
      )}
      <PrintedPage rows={shown} columns={productGroupColumns} facts={facts} />
      <div role="status" aria-live="polite" className="visuallyHidden">
        {edits.said}
      </div>
      {phone && mayEdit && edits.adding === null && (
        <Fab label="Novo grupo de insumos" icon={<AddIcon />} onClick={edits.addAtTop} />
      )}
      {moving && (
        <MoveDialog
          groups={groups ?? []}
          group={moving}
          onClose={() => edits.setMoving(null)}
          onMove={(target) => {
            edits.setMoving(null);
            void edits.move(moving, target);
          }}
        />
      )}
      {removing && (
        <RemoveDialog
          open
          title={`Excluir ${removing.name}?`}
          text="O grupo deixa de existir. Isto não pode ser desfeito."
          failureText="Falha para apagar grupo de insumos"
          onRemove={() => edits.remove(removing)}
          onRemoved={() => edits.setRemoving(null)}
          onCancel={() => edits.setRemoving(null)}
        />
      )}
    </Screen>
  );
};

export default ProductGroupsScreen;
