import { LIST_TITLES } from '#domain/lists/transactions.ts';
import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { IntakeActions } from '../fiscalDocuments/intake/IntakeActions.tsx';
import { CodeIntake } from '#web/financial/paymentCodes/intake/CodeIntake.tsx';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { useSelection } from '#web/list/useSelection.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { lazy, Suspense } from 'react';
import { DeletedButton } from './deleted/DeletedButton.tsx';
import { TransactionDrawer } from './form/TransactionDrawer.tsx';
import { fileColumns, gridColumns, sumsByDay, transactionCard } from './list/columns.tsx';
import { Filters } from './list/Filters.tsx';
import { totalsOf } from './list/totalsOf.ts';
import { isOfReport, useTransactionList } from './list/useTransactionList.ts';
import { words } from './words.ts';

// Both come with the first row that is selected.
const ClassifyBulk = lazy(() =>
  import('./classify/ClassifyBulk.tsx').then((module) => ({ default: module.ClassifyBulk })),
);
const DocumentBulk = lazy(() => import('./bulk/DocumentBulk.tsx').then((module) => ({ default: module.DocumentBulk })));

const columns = { DEBIT: gridColumns('DEBIT'), CREDIT: gridColumns('CREDIT') };
const columnsOfShares = { DEBIT: gridColumns('DEBIT', true), CREDIT: gridColumns('CREDIT', true) };
const files = { DEBIT: fileColumns('DEBIT'), CREDIT: fileColumns('CREDIT') };

/** Transactions of one type: the list, and the drawer of the open one (`?id=`). */
export const TransactionsScreen = ({ type }: { type: TransactionType }) => {
  const title = LIST_TITLES[type];
  const list = useTransactionList(type);
  const selection = useSelection(list, list.rows);
  const unclassified = type === 'DEBIT' ? list.unclassifiedIn : null;
  const totals = list.page?.totals;
  const counts = totals?.counts;
  const shown = (list.hasShares ? columnsOfShares : columns)[type];
  const bulk = { title, selection, columns: [...shown, ...files[type]] };
  const { newLabel, empty, searchLabel, failure } = words[type];
  return (
    <>
      {type === 'DEBIT' && <CodeIntake />}
      <ListScreen
        title={title}
        summary={totals && `${counted(totals.count, 'documento')} · ${formatCurrency(totals.value)}`}
        list={list}
        failureText={failure}
        columns={shown}
        fileColumns={files[type]}
        otherExport={{
          label: 'Uma linha por obra',
          save: async (kind, onRows) => {
            const { saveDocuments } = await import('./byBuilding/documents.ts');
            await saveDocuments(type, { title, fetchPage: list.fetchPage }, kind, onRows);
          },
        }}
        card={transactionCard}
        groupSums={sumsByDay(list.page?.days)}
        selection={selection}
        bulk={
          selection.ids.length > 0 && (
            <Suspense fallback={null}>
              {unclassified === null ? (
                <DocumentBulk type={type} {...bulk} />
              ) : (
                <ClassifyBulk buildingId={unclassified} {...bulk} />
              )}
            </Suspense>
          )
        }
        actions={
          <>
            <IntakeActions />
            <DeletedButton type={type} list={list} />
          </>
        }
        searchLabel={searchLabel}
        filters={<Filters type={type} list={list} rows={list.rows} />}
        tabKey="status"
        tabs={[
          { id: '', label: 'Todas', count: counts?.all },
          { id: 'OPEN', label: 'Abertas', count: counts?.open },
          { id: 'OVERDUE', label: 'Vencidas', count: counts?.overdue, tone: 'out' },
          { id: 'PARTIAL', label: 'Parciais', count: counts?.partial },
          { id: 'PAID', label: 'Quitadas', count: counts?.paid },
        ]}
        newLabel={newLabel}
        emptyTitle={empty}
        emptyText="Registre a primeira: valor, parcelas e rateio por obra."
        totals={({ transactions }) => totalsOf(transactions?.totals, isOfReport(list.query))}
        drawer={(id, onMove) => (
          <TransactionDrawer
            key={id === 'new' ? 'new' : 'transaction'}
            type={type}
            id={id}
            onClose={() => list.setOwn('id', null)}
            onMove={onMove}
            onSaved={(saved) => list.setOwn('id', saved, 'replace')}
          />
        )}
      />
    </>
  );
};
