import { isZero } from '#domain/money.ts';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import { COPY_IMPORTED_ESTIMATE_REFUSED } from '#domain/messages.ts';
import { useBegun } from '#web/choices/useBegun.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';
import type { CostEstimateRowFragment } from '#web/generated/engineering.ts';
import { filterText } from '#web/list/listFilters.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { textsOf } from '#web/register/noun.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { CheckCircleIcon, CopyIcon, DeleteIcon } from '#web/ui/icons.ts';
import type { MenuAction } from '#web/ui/index.ts';
import { useState } from 'react';
import { useCostEstimateCalls } from './calls.ts';
import { costEstimateCard, costEstimateColumns, costEstimateFileColumns } from './columns.tsx';
import { EstimatePage } from './editor/EstimatePage.tsx';
import { begunHeader, HeaderDialog, headerFormOf } from './HeaderDialog.tsx';
import { useCostEstimateList } from './useCostEstimateList.ts';
import { failures, noun } from './words.ts';

const texts = textsOf(noun);

type Asked = { kind: 'copy' | 'remove'; row: CostEstimateRowFragment } | null;

/** Orçamentos (§2 /cost-estimate): the cost estimates of the company, and the page of one (`?id=`). */
const CostEstimatesScreen = () => {
  const list = useCostEstimateList();
  const calls = useCostEstimateCalls();
  const mayWrite = useSession().may({ anyOf: ['ENGINEERING'] });
  const [asked, setAsked] = useState<Asked>(null);
  const started = useBegun('COST_ESTIMATE');
  const { page, rows, setOwn } = list;
  const id = list.own('id');
  const totals = list.data?.costEstimateTotals;
  const open = (next: string | null, history: 'push' | 'replace' = 'push') => setOwn('id', next, history);
  if (id !== null && id !== 'new') {
    const index = rows.findIndex((row) => row.id === id);
    const move = (direction: 1 | -1) => {
      const next = rows[index + direction];
      if (next) open(next.id, 'replace');
    };
    return (
      <EstimatePage
        key={id}
        id={id}
        part={list.own('part')}
        onPart={(part) => setOwn('part', part)}
        onClose={() => open(null)}
        onMove={index < 0 ? undefined : move}
      />
    );
  }
  const duplicate = (row: CostEstimateRowFragment) => {
    if (row.fromAnotherSystem) notifyError(COPY_IMPORTED_ESTIMATE_REFUSED);
    else setAsked({ kind: 'copy', row });
  };
  const actionsOf = (row: CostEstimateRowFragment): MenuAction[] => [
    { label: 'Duplicar', icon: <CopyIcon />, disabled: !mayWrite, onClick: () => duplicate(row) },
    {
      label: row.approved ? 'Desfazer aprovação' : 'Aprovar',
      icon: <CheckCircleIcon />,
      disabled: !mayWrite || row.fromAnotherSystem,
      onClick: () => void calls.approve(row.id, row.version, !row.approved),
    },
    {
      ...{ label: 'Excluir', icon: <DeleteIcon />, separated: true, disabled: !row.canChange },
      onClick: () => setAsked({ kind: 'remove', row }),
    },
  ];
  const close = () => setAsked(null);
  return (
    <>
      <ListScreen
        title={texts.title}
        summary={
          page &&
          totals &&
          `${counted(page.totalElements, noun.one, noun.many)} · ${formatCurrency(totals.currentTotal)}`
        }
        list={list}
        failureText={failures.list}
        columns={costEstimateColumns}
        fileColumns={costEstimateFileColumns}
        rowActions={actionsOf}
        defaultSort={filterText(list.query, 'search') ? undefined : { id: 'updatedAt', desc: true }}
        card={costEstimateCard}
        searchLabel="Código, descrição, obra ou cliente"
        tabKey="view"
        tabs={[
          { id: '', label: 'Todos', count: totals?.all },
          { id: 'open', label: 'Em elaboração', count: totals?.open },
          { id: 'approved', label: 'Aprovados', count: totals?.approved },
          { id: 'imported', label: 'Importados', count: totals?.imported },
        ]}
        totals={({ costEstimateTotals: sums }) =>
          sums
            ? [
                ...(isZero(sums.amendmentTotal) ? [] : [{ label: 'Aditivos', value: sums.amendmentTotal }]),
                { label: 'Total', value: sums.currentTotal },
              ]
            : undefined
        }
        newLabel={mayWrite ? texts.create : undefined}
        emptyTitle={texts.empty}
        emptyText="Crie o primeiro: etapas, serviços e insumos com seus preços viram o custo da obra."
        // An estimate opens on its page, which takes the place of the list.
        drawer={() => null}
      />
      {id === 'new' && !started.waiting && (
        <HeaderDialog
          key={started.begun?.key ?? 'new'}
          title={texts.create}
          confirm="Criar"
          initial={started.begun ? begunHeader(started.begun) : {}}
          onSave={calls.create}
          onSaved={(saved) => {
            notifySuccess(texts.saved, { detail: `${saved.code} ${saved.description}` });
            open(saved.id, 'replace');
          }}
          onClose={() => open(null, 'replace')}
        />
      )}
      {asked?.kind === 'copy' && (
        <HeaderDialog
          title={`Duplicar ${asked.row.code}`}
          confirm="Duplicar"
          // Code, description, building and customer are given anew (§4).
          initial={{ ...headerFormOf(asked.row), code: '' }}
          onSave={(input) => calls.duplicate(asked.row.id, input)}
          onSaved={(saved) => {
            close();
            notifySuccess('Orçamento duplicado', { detail: `${saved.code} ${saved.description}` });
            open(saved.id);
          }}
          onClose={close}
        />
      )}
      <RemoveDialog
        open={asked?.kind === 'remove'}
        title={`Excluir ${asked?.row.code ?? ''}?`}
        text={`${texts.loss} Isto não pode ser desfeito.`}
        failureText={failures.remove}
        onRemove={async () => (asked ? calls.remove(asked.row.id) : null)}
        onRemoved={() => {
          close();
          notifySuccess(texts.deleted);
        }}
        onCancel={close}
      />
    </>
  );
};

export default CostEstimatesScreen;
