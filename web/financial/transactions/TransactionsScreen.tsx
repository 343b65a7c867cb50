import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { IntakeActions } from '../fiscalDocuments/intake/IntakeActions.tsx';
import { CodeIntake } from '#web/financial/paymentCodes/intake/CodeIntake.tsx';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { useSelection } from '#web/list/useSelection.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { ClassifyBulk } from './classify/ClassifyBulk.tsx';
import { TransactionDrawer } from './form/TransactionDrawer.tsx';
import { fileColumns, transactionCard, transactionColumns } from './list/columns.tsx';
import { Filters } from './list/Filters.tsx';
import { totalsOf } from './list/totalsOf.ts';
import { isOfReport, useTransactionList } from './list/useTransactionList.ts';
import { words } from './words.ts';

const columns = { DEBIT: transactionColumns('DEBIT'), CREDIT: transactionColumns('CREDIT') };
const columnsOfBuilding = { DEBIT: transactionColumns('DEBIT', true), CREDIT: transactionColumns('CREDIT', true) };
const files = { DEBIT: fileColumns('DEBIT'), CREDIT: fileColumns('CREDIT') };

/** Transactions of one type: the list, and the drawer of the open one (`?id=`). */
export const TransactionsScreen = ({ type, title }: { type: TransactionType; title: string }) => {
  const list = useTransactionList(type);
  const selection = useSelection(list, list.rows);
  const unclassified = type === 'DEBIT' ? list.unclassifiedIn : null;
  const totals = list.page?.totals;
  const counts = totals?.counts;
  const { newLabel, empty, searchLabel, failure } = words[type];
  return (
    <>
      {type === 'DEBIT' && <CodeIntake />}
      <ListScreen
        title={title}
        summary={totals && `${counted(totals.count, 'documento')} · ${formatCurrency(totals.value)}`}
        list={list}
        failureText={failure}
        columns={(list.hasBuildingFilter ? columnsOfBuilding : columns)[type]}
        fileColumns={files[type]}
        card={transactionCard}
        {...(unclassified !== null && {
          selection,
          bulk: <ClassifyBulk selection={selection} buildingId={unclassified} />,
        })}
        actions={<IntakeActions />}
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
        totals={totalsOf(totals, isOfReport(list.query))}
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
