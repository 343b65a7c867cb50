import { formatCurrency, isPositive, sum } from '#domain/money.ts';
import { errorText } from '#web/app/errors.ts';
import { ExportButton } from '#web/app/ExportButton.tsx';
import type { TransactionType } from '#web/generated/financial.ts';
import { AddIcon, CheckCircleIcon, UndoIcon } from '#web/ui/icons.ts';
import {
  BulkBar,
  Button,
  DataGrid,
  EmptyState,
  ErrorState,
  Fab,
  MoneyText,
  PageHeader,
  Pagination,
  preloadGrid,
  Skeleton,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { useEffect, useMemo, type ReactNode } from 'react';
import { TransactionDrawer } from '../transactions/form/TransactionDrawer.tsx';
import { Filters } from '../transactions/list/Filters.tsx';
import { valueOf, withFilter } from '../transactions/list/useTransactionList.ts';
import { BulkPaymentDialog } from './BulkPaymentDialog.tsx';
import { exportColumns, installmentColumns } from './columns.tsx';
import { InstallmentCards } from './InstallmentCards.tsx';
import type { Row } from './status.tsx';
import { useBulkPayment, type BulkPayment } from './useBulkPayment.ts';
import { useInlineEdit } from './useInlineEdit.ts';
import { useInstallmentList } from './useInstallmentList.ts';
import { useSelection, type Selection } from './useSelection.ts';
import styles from '../transactions/TransactionsScreen.module.css';

const failures = { DEBIT: 'Falha em buscar registros de despesas', CREDIT: 'Falha em buscar registros de receitas' };
const files = { DEBIT: exportColumns('DEBIT'), CREDIT: exportColumns('CREDIT') };
const number = new Intl.NumberFormat('pt-BR');

interface ScreenProps {
  type: TransactionType;
  title: string;
}

/** One row an installment: edited in place, paid and taken back many at once (§2 /debit-installments, /credit-installments). */
export const InstallmentsScreen = ({ type, title }: ScreenProps) => {
  const list = useInstallmentList(type);
  const phone = useIsPhone();
  useEffect(() => {
    if (!phone) void preloadGrid();
  }, [phone]);
  const { page, rows, query, setQuery, own, setOwn, variables } = list;
  const selection = useSelection(list, rows);
  const bulk = useBulkPayment(type, selection);
  const totals = page?.totals;
  const openId = own('id');
  const newLabel = type === 'DEBIT' ? 'Nova despesa' : 'Nova receita';
  const newButton = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setOwn('id', 'new')}>
      {newLabel}
    </Button>
  );
  const documents = [...new Set(rows.map(({ transaction }) => transaction.id))];
  const move = (direction: 1 | -1) => {
    const next = documents[documents.indexOf(openId ?? '') + direction];
    if (next !== undefined) setOwn('id', next, 'replace');
  };
  return (
    <div className={styles.screen}>
      <PageHeader
        title={title}
        summary={totals ? `${number.format(totals.count)} parcelas · ${formatCurrency(totals.value)}` : undefined}
        actions={
          phone ? undefined : (
            <>
              <ExportButton title={title} columns={files[type]} fetchPage={list.fetchPage} />
              {newButton}
            </>
          )
        }
        tabs={<Tabs type={type} list={list} />}
      />
      <Filters type={type} query={query} setQuery={setQuery} rows={rows.map(({ transaction }) => transaction)} />
      <Rows
        type={type}
        title={title}
        list={list}
        selection={selection}
        bulk={bulk}
        phone={phone}
        newButton={newButton}
      />
      <Pagination
        page={variables.page}
        size={variables.size}
        total={page?.totalElements}
        onPage={(next) => setQuery({ ...query, page: next === 0 ? undefined : next })}
        onSize={(size) => setQuery({ ...query, size, page: undefined })}
      >
        <Totals totals={totals} />
      </Pagination>
      <Bulk type={type} selection={selection} bulk={bulk} />
      {phone && openId === null && selection.ids.length === 0 && (
        <Fab label={newLabel} icon={<AddIcon />} onClick={() => setOwn('id', 'new')} />
      )}
      {openId !== null && (
        <TransactionDrawer
          key={openId === 'new' ? 'new' : 'document'}
          type={type}
          id={openId}
          onClose={() => setOwn('id', null)}
          onMove={documents.includes(openId) ? move : undefined}
          onSaved={(id) => setOwn('id', id, 'replace')}
        />
      )}
    </div>
  );
};

type List = ReturnType<typeof useInstallmentList>;

const Tabs = ({ type, list: { page, query, setQuery } }: { type: TransactionType; list: List }) => {
  const counts = page?.totals?.counts;
  const tabs = [
    { id: '', label: 'Todas', count: counts?.all },
    { id: 'DUE', label: 'A vencer', count: counts?.due },
    { id: 'OVERDUE', label: 'Vencidas', count: counts?.overdue, tone: 'out' as const },
    { id: 'PAID', label: type === 'DEBIT' ? 'Pagas' : 'Recebidas', count: counts?.paid },
    { id: 'PLANNED', label: 'Previsões', count: counts?.planned },
  ];
  return (
    <ViewTabs
      ariaLabel="Situação"
      tabs={tabs}
      value={tabs.find(({ id }) => id === valueOf(query, 'status'))?.id ?? ''}
      onChange={(id) => setQuery(withFilter(query, 'status', id || null))}
    />
  );
};

const Totals = ({ totals }: { totals: NonNullable<List['page']>['totals'] | undefined }) =>
  totals ? (
    <span className={styles.totals}>
      <span>
        Total filtrado <MoneyText value={totals.value} strong />
      </span>
      <span>
        Em aberto <MoneyText value={totals.openValue} strong />
      </span>
      {isPositive(totals.overdueValue) && (
        <span className={styles.overdue}>
          Vencidas <MoneyText value={totals.overdueValue} tone="out" strong />
        </span>
      )}
    </span>
  ) : null;

interface RowsProps extends ScreenProps {
  list: List;
  selection: Selection;
  bulk: BulkPayment;
  phone: boolean;
  newButton: ReactNode;
}

const Rows = ({ type, title, list, selection, bulk, phone, newButton }: RowsProps) => {
  const { page, rows, query, setQuery, own, setOwn } = list;
  const edit = useInlineEdit(type);
  const columns = useMemo(() => installmentColumns(type, bulk.failed), [type, bulk.failed]);
  const open = (row: Row) => setOwn('id', row.transaction.id);
  if (list.error && !page) {
    return <ErrorState message={errorText(list.error, failures[type])} onRetry={() => void list.refetch()} />;
  }
  const empty =
    query.filters.length > 0 ? (
      <EmptyState
        title="Nada com estes filtros"
        text="Mude o período ou limpe os filtros para ver tudo."
        action={<Button onClick={() => setQuery({ filters: [], sort: query.sort })}>Limpar filtros</Button>}
      />
    ) : (
      <EmptyState
        title={type === 'DEBIT' ? 'Nenhuma despesa ainda' : 'Nenhuma receita ainda'}
        text="Cada parcela de um lançamento aparece aqui numa linha."
        action={newButton}
      />
    );
  if (phone) {
    if (rows.length === 0) return list.loading ? <Skeleton rows={8} /> : empty;
    return (
      <InstallmentCards
        rows={rows}
        selected={selection.ids}
        failed={bulk.failed}
        onToggle={selection.toggle}
        onOpen={open}
      />
    );
  }
  return (
    <div className={styles.grid}>
      <DataGrid
        ariaLabel={title}
        rows={rows}
        columns={columns}
        rowId={(row) => row.id}
        loading={list.loading}
        empty={empty}
        sort={query.sort.length > 0 ? query.sort : [{ id: 'dueDate', desc: false }]}
        onSort={(sort) => setQuery({ ...query, sort, page: undefined })}
        selected={selection.ids}
        onSelect={selection.select}
        onEdit={(row, column, value) => void edit(row, column, value)}
        onOpen={open}
        activeId={rows.find(({ transaction }) => transaction.id === own('id'))?.id ?? null}
      />
    </div>
  );
};

const Bulk = ({ type, selection, bulk }: { type: TransactionType; selection: Selection; bulk: BulkPayment }) => {
  const open = selection.rows.filter(({ installment, transaction }) => installment.forecast && transaction.canChange);
  const paid = selection.rows.filter(({ installment, transaction }) => !installment.forecast && transaction.canChange);
  const expense = type === 'DEBIT';
  return (
    <>
      <BulkBar
        count={selection.rows.length}
        sum={sum(selection.rows.map(({ installment }) => installment.value))}
        actions={[
          {
            label: expense ? 'Marcar como pagas' : 'Marcar como recebidas',
            icon: <CheckCircleIcon />,
            onClick: () => bulk.open(open),
            disabled: open.length === 0,
          },
          {
            label: expense ? 'Desfazer pagamentos' : 'Desfazer recebimentos',
            icon: <UndoIcon />,
            onClick: () => void bulk.undo(paid),
            disabled: paid.length === 0 || bulk.busy,
          },
        ]}
        onClear={() => selection.set([])}
      />
      {bulk.paying && (
        <BulkPaymentDialog
          type={type}
          rows={bulk.paying}
          busy={bulk.busy}
          results={bulk.results}
          onPay={(input) => void bulk.pay(input)}
          onClose={bulk.close}
        />
      )}
    </>
  );
};
