import { INSTALLMENT_LIST_TITLES } from '#domain/lists/installments.ts';
import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { IntakeActions } from '../fiscalDocuments/intake/IntakeActions.tsx';
import { CodeIntake } from '#web/financial/paymentCodes/intake/CodeIntake.tsx';
import { codeActionsOf } from './codeActions.tsx';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { useNamedCompany } from '#web/list/useNamedCompany.ts';
import { useSelection } from '#web/list/useSelection.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { useMemo } from 'react';
import { TransactionDrawer } from '../transactions/form/TransactionDrawer.tsx';
import { sumsByDay } from '../transactions/list/columns.tsx';
import { Filters } from '../transactions/list/Filters.tsx';
import { totalsOf } from '../transactions/list/totalsOf.ts';
import { words } from '../transactions/words.ts';
import { BulkActions } from './BulkActions.tsx';
import { fileColumns, gridColumns, installmentCard } from './columns.tsx';
import { useBulkPayment } from './useBulkPayment.ts';
import { useInlineEdit } from './useInlineEdit.ts';
import { useInstallmentList } from './useInstallmentList.ts';

const files = { DEBIT: fileColumns('DEBIT'), CREDIT: fileColumns('CREDIT') };
/**
 * One row per installment, edited in place; payment and its undo work on several rows at once (§2 /debit-installments,
 * /credit-installments).
 */
export const InstallmentsScreen = ({ type }: { type: TransactionType }) => {
  const title = INSTALLMENT_LIST_TITLES[type];
  const list = useInstallmentList(type);
  useNamedCompany(list);
  const { rows } = list;
  const selection = useSelection(list, rows);
  const bulk = useBulkPayment(type, selection);
  const edit = useInlineEdit(type);
  const { hasShares } = list;
  const columns = useMemo(() => gridColumns(type, bulk.failed, hasShares), [type, bulk.failed, hasShares]);
  const totals = list.page?.totals;
  const counts = totals?.counts;
  const { newLabel, empty, searchLabel, installmentsFailure } = words[type];
  return (
    <>
      {type === 'DEBIT' && <CodeIntake />}
      <ListScreen
        title={title}
        summary={totals && `${counted(totals.count, 'parcela')} · ${formatCurrency(totals.value)}`}
        list={list}
        failureText={installmentsFailure}
        columns={columns}
        fileColumns={files[type]}
        otherExport={{
          label: 'Uma linha por obra',
          save: async (kind, onRows) => {
            const { saveInstallments } = await import('./byBuilding.ts');
            await saveInstallments(type, { title, fetchPage: list.fetchPage }, kind, onRows);
          },
        }}
        card={(row) => installmentCard(row, bulk.failed.get(row.id))}
        groupSums={sumsByDay(list.page?.days)}
        onEdit={(row, column, value) => void edit(row, column, value)}
        rowActions={type === 'DEBIT' ? codeActionsOf : undefined}
        inView={bulk.paying ? null : rows.find(({ id }) => bulk.failed.has(id))?.id}
        selection={selection}
        bulk={<BulkActions {...{ type, title, selection, bulk, columns: [...columns, ...files[type]] }} />}
        actions={<IntakeActions />}
        searchLabel={searchLabel}
        filters={<Filters type={type} list={list} rows={rows.map(({ transaction }) => transaction)} />}
        tabKey="status"
        tabs={[
          { id: '', label: 'Todas', count: counts?.all },
          { id: 'DUE', label: 'A vencer em 30 dias', count: counts?.due },
          { id: 'OVERDUE', label: 'Vencidas', count: counts?.overdue, tone: 'out' },
          { id: 'PAID', label: type === 'DEBIT' ? 'Pagas' : 'Recebidas', count: counts?.paid },
          { id: 'PLANNED', label: 'A vencer depois', count: counts?.planned },
        ]}
        newLabel={newLabel}
        emptyTitle={empty}
        emptyText="Cada parcela de um lançamento aparece aqui numa linha."
        totals={({ installments }) => totalsOf(installments?.totals)}
        opens={({ transaction }) => transaction.id}
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
