import { formatCurrency, isPositive } from '#domain/money.ts';
import { errorText } from '#web/app/errors.ts';
import { ExportButton } from '#web/app/ExportButton.tsx';
import type { TransactionType } from '#web/generated/financial.ts';
import { AddIcon } from '#web/ui/icons.ts';
import {
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
import { useEffect, type ReactNode } from 'react';
import { TransactionDrawer } from './form/TransactionDrawer.tsx';
import { exportColumns, transactionColumns } from './list/columns.tsx';
import { Filters } from './list/Filters.tsx';
import { TransactionCards } from './list/TransactionCards.tsx';
import { useTransactionList, valueOf, withFilter } from './list/useTransactionList.ts';
import styles from './TransactionsScreen.module.css';

const views = ['ALL', 'OPEN', 'OVERDUE', 'PARTIAL', 'PAID'] as const;
type View = (typeof views)[number];
const columns = { DEBIT: transactionColumns('DEBIT'), CREDIT: transactionColumns('CREDIT') };
const files = { DEBIT: exportColumns('DEBIT'), CREDIT: exportColumns('CREDIT') };
const failures = {
  DEBIT: 'Falha em buscar todas as despesas',
  CREDIT: 'Falha em buscar todas as receitas',
};
const number = new Intl.NumberFormat('pt-BR');

/** Documents of one kind: the list, and the drawer of the one that is open (`?id=`). */
export const TransactionsScreen = ({ type, title }: { type: TransactionType; title: string }) => {
  const list = useTransactionList(type);
  const phone = useIsPhone();
  useEffect(() => {
    if (!phone) void preloadGrid();
  }, [phone]);
  const { page, query, setQuery, own, setOwn, variables } = list;
  const rows = page?.content ?? [];
  const totals = page?.totals;
  const openId = own('id');
  const filtered = query.filters.length > 0;
  const view = views.find((one) => one === valueOf(query, 'status')) ?? 'ALL';
  const newLabel = type === 'DEBIT' ? 'Nova despesa' : 'Nova receita';
  const openNew = () => setOwn('id', 'new');
  const move = (direction: 1 | -1) => {
    const next = rows[rows.findIndex((row) => row.id === openId) + direction];
    if (next) setOwn('id', next.id, 'replace');
  };
  const counts = totals?.counts;
  const tabs = [
    { id: 'ALL' as const, label: 'Todas', count: counts?.all },
    { id: 'OPEN' as const, label: 'Abertas', count: counts?.open },
    { id: 'OVERDUE' as const, label: 'Vencidas', count: counts?.overdue, tone: 'out' as const },
    { id: 'PARTIAL' as const, label: 'Parciais', count: counts?.partial },
    { id: 'PAID' as const, label: 'Quitadas', count: counts?.paid },
  ];
  const empty = filtered ? (
    <EmptyState
      title="Nada com estes filtros"
      text="Mude o período ou limpe os filtros para ver tudo."
      action={<Button onClick={() => setQuery({ filters: [], sort: query.sort })}>Limpar filtros</Button>}
    />
  ) : (
    <EmptyState
      title={type === 'DEBIT' ? 'Nenhuma despesa ainda' : 'Nenhuma receita ainda'}
      text="Registre a primeira: valor, parcelas e rateio por obra."
      action={
        <Button variant="primary" icon={<AddIcon />} onClick={openNew}>
          {newLabel}
        </Button>
      }
    />
  );
  return (
    <div className={styles.screen}>
      <PageHeader
        title={title}
        summary={totals ? `${number.format(totals.count)} documentos · ${formatCurrency(totals.value)}` : undefined}
        actions={
          phone ? undefined : (
            <>
              <ExportButton title={title} columns={files[type]} fetchPage={list.fetchPage} />
              <Button variant="primary" icon={<AddIcon />} onClick={openNew}>
                {newLabel}
              </Button>
            </>
          )
        }
        tabs={
          <ViewTabs<View>
            ariaLabel="Situação"
            tabs={tabs}
            value={view}
            onChange={(id) => setQuery(withFilter(query, 'status', id === 'ALL' ? null : id))}
          />
        }
      />
      <Filters type={type} query={query} setQuery={setQuery} rows={rows} />
      {list.error && !page ? (
        <ErrorState message={errorText(list.error, failures[type])} onRetry={() => void list.refetch()} />
      ) : phone ? (
        <PhoneList loading={list.loading} rows={rows} empty={empty} onOpen={(id) => setOwn('id', id)} />
      ) : (
        <div className={styles.grid}>
          <DataGrid
            ariaLabel={title}
            rows={rows}
            columns={columns[type]}
            rowId={(row) => row.id}
            loading={list.loading}
            empty={empty}
            sort={query.sort.length > 0 ? query.sort : [{ id: 'dueDate', desc: false }]}
            onSort={(sort) => setQuery({ ...query, sort, page: undefined })}
            onOpen={(row) => setOwn('id', row.id)}
            activeId={openId}
          />
        </div>
      )}
      <Pagination
        page={variables.page}
        size={variables.size}
        total={page?.totalElements}
        onPage={(next) => setQuery({ ...query, page: next === 0 ? undefined : next })}
        onSize={(size) => setQuery({ ...query, size, page: undefined })}
      >
        {totals && (
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
        )}
      </Pagination>
      {phone && !openId && <Fab label={newLabel} icon={<AddIcon />} onClick={openNew} />}
      {openId !== null && (
        <TransactionDrawer
          key={openId === 'new' ? 'new' : 'document'}
          type={type}
          id={openId}
          onClose={() => setOwn('id', null)}
          onMove={rows.some((row) => row.id === openId) ? move : undefined}
          onSaved={(id) => setOwn('id', id, 'replace')}
        />
      )}
    </div>
  );
};

interface PhoneListProps {
  loading: boolean;
  rows: Parameters<typeof TransactionCards>[0]['rows'];
  empty: ReactNode;
  onOpen: (id: string) => void;
}

const PhoneList = ({ loading, rows, empty, onOpen }: PhoneListProps) => {
  if (rows.length > 0) return <TransactionCards rows={rows} onOpen={(row) => onOpen(row.id)} />;
  return loading ? <Skeleton rows={8} /> : empty;
};
