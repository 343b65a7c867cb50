import { ORDER_LIST_TITLE } from '#domain/lists/orders.ts';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import type { OrderRowFragment, OrdersQuery } from '#web/generated/purchase.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { ListScreen, type ListTab } from '#web/list/ListScreen.tsx';
import { ApprovalIcon, DeleteIcon, OpenIcon, ReceiveIcon, SettingsIcon } from '#web/ui/icons.ts';
import { Button, DropTarget, IconButton, type MenuAction } from '#web/ui/index.ts';
import type { Total } from '#web/ui/Totals.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LimitsDialog } from './approval/LimitsDialog.tsx';
import { orderCard, orderColumns, orderFileColumns } from './columns.tsx';
import { OrderFilters } from './OrderFilters.tsx';
import { InvoicesButton } from './invoice/InvoicesButton.tsx';
import styles from './invoice/tray.module.css';
import { TrayDrawer } from './invoice/TrayDrawer.tsx';
import { useTray, type Tray } from './invoice/useTray.ts';
import { OrderPage } from './page/OrderPage.tsx';
import { ReceiveDrawer } from './receive/ReceiveDrawer.tsx';
import { RemoveOrder } from './RemoveOrder.tsx';
import { useOrderList } from './useOrderList.ts';
import { SettingsDialog } from './settings/SettingsDialog.tsx';
import { useNamedCompany } from '#web/list/useNamedCompany.ts';
import { useReceiveKey } from './useReceiveKey.ts';
import { failures, isReceivable, OVERVIEW } from './words.ts';

type Row = OrderRowFragment;
type Totals = OrdersQuery['orderTotals'] | undefined;

const APPROVAL_VIEW = 'approval';

/** The view of what waits for approval is there while anything does, or while it is looked at. */
const tabsOf = (totals: Totals, view: string | null): ListTab[] => [
  { id: '', label: 'Todos', count: totals?.all },
  ...(totals?.waitingApproval || view === APPROVAL_VIEW
    ? [{ id: APPROVAL_VIEW, label: 'Aguardando aprovação', count: totals?.waitingApproval } satisfies ListTab]
    : []),
  { id: 'ordered', label: 'Pedidos', count: totals?.ordered },
  { id: 'late', label: 'Atrasados', count: totals?.late, tone: 'out' },
  { id: 'partial', label: 'Parciais', count: totals?.partial },
  { id: 'received', label: 'Recebidos', count: totals?.received },
  { id: 'canceled', label: 'Cancelados', count: totals?.canceled },
];

const sumsOf = (totals: Totals): Total[] | undefined =>
  totals
    ? [
        { label: 'Total filtrado', value: totals.total },
        { label: 'Recebido', value: totals.receivedTotal },
        { label: 'A receber', value: totals.openTotal },
        { label: 'Atrasado', value: totals.lateTotal, tone: 'out' },
      ]
    : undefined;

/** Pedidos e notas (§2 /orders-and-receipts): the orders, the page of one (`?id=`), and what comes of it (`?receive=`). */
const OrdersScreen = () => {
  const list = useOrderList();
  const { own, setOwn } = list;
  const elsewhere = useNamedCompany(list);
  const [id, received] = [own('id'), own('receive')];
  const tray = useTray();
  /** NF-e that is received in the drawer of an order, until it is received or typed. */
  const [files, setFiles] = useState<Readonly<Record<string, File | null>>>({});
  const setFile = (order: string, file: File | null) => setFiles((all) => ({ ...all, [order]: file }));
  const receive = (order: string) => setOwn('receive', order);
  const receiveNota = (order: string, nota: File) => {
    setFile(order, nota);
    receive(order);
  };
  if (elsewhere) return null;
  return (
    <>
      {id === null ? (
        <OrderList list={list} tray={tray} onReceive={receive} />
      ) : (
        <Page list={list} id={id} onReceive={(nota) => (nota ? receiveNota(id, nota) : receive(id))} />
      )}
      {received !== null && (
        <ReceiveDrawer
          key={received}
          id={received}
          file={files[received] ?? null}
          onFile={(file) => setFile(received, file)}
          onOrder={(order) => {
            setFile(order, files[received] ?? null);
            setOwn('receive', order, 'replace');
          }}
          onReceived={(file) => {
            setFile(received, null);
            tray.received(file);
          }}
          onClose={() => setOwn('receive', null)}
        />
      )}
      {id === null && received === null && tray.open && (
        <TrayDrawer
          tray={tray}
          onReview={({ file }, order) => receiveNota(order, file)}
          onClose={() => tray.show(false)}
        />
      )}
    </>
  );
};

interface PageProps {
  list: ReturnType<typeof useOrderList>;
  id: string;
  onReceive: (nota?: File) => void;
}

/** The order takes the place of the list, and moves along it. */
const Page = ({ list, id, onReceive }: PageProps) => {
  const { rows, setOwn } = list;
  const index = rows.findIndex((row) => row.id === id);
  const move = (direction: 1 | -1) => {
    const next = rows[index + direction];
    if (next) setOwn('id', next.id, 'replace');
  };
  return (
    <OrderPage
      key={id}
      id={id}
      onClose={() => setOwn('id', null)}
      onMove={index < 0 ? undefined : move}
      onReceive={onReceive}
      onSaved={(saved) => setOwn('id', saved, 'replace')}
    />
  );
};

interface OrderListProps {
  list: ReturnType<typeof useOrderList>;
  tray: Tray;
  onReceive: (id: string) => void;
}

const OrderList = ({ list, tray, onReceive }: OrderListProps) => {
  const navigate = useNavigate();
  const [removed, setRemoved] = useState<Row | null>(null);
  const [settings, setSettings] = useState(false);
  const [limits, setLimits] = useState(false);
  const isAdmin = useSession().may('admin');
  const { page, rows, setOwn } = list;
  const totals = list.data?.orderTotals;
  useReceiveKey((id) => {
    const row = rows.find((one) => one.id === id);
    if (row && isReceivable(row)) onReceive(id);
  });
  const actionsOf = (row: Row): MenuAction[] => [
    { label: 'Abrir', icon: <OpenIcon />, shortcut: 'Enter', onClick: () => setOwn('id', row.id) },
    ...(isReceivable(row)
      ? [{ label: 'Receber', icon: <ReceiveIcon />, shortcut: 'R', onClick: () => onReceive(row.id) }]
      : []),
    ...(row.state === 'RECEIVED'
      ? [{ label: 'Notas recebidas', icon: <ReceiveIcon />, onClick: () => onReceive(row.id) }]
      : []),
    { label: 'Excluir', icon: <DeleteIcon />, separated: true, onClick: () => setRemoved(row) },
  ];
  const close = () => setRemoved(null);
  return (
    <DropTarget label="Solte os XML das NF-e" className={styles.list} onFiles={tray.add}>
      <ListScreen
        title={ORDER_LIST_TITLE}
        summary={page && totals && `${counted(page.totalElements, 'documento')} · ${formatCurrency(totals.total)}`}
        list={list}
        failureText={failures.list}
        columns={orderColumns}
        fileColumns={orderFileColumns}
        rowActions={actionsOf}
        card={orderCard}
        searchLabel="Buscar em pedidos e notas"
        filters={<OrderFilters list={list} rows={rows} />}
        tabKey="view"
        tabs={tabsOf(totals, list.own('view'))}
        totals={(data) => sumsOf(data.orderTotals)}
        newLabel="Novo pedido"
        actions={
          <>
            <InvoicesButton narrow onFiles={tray.add} />
            {isAdmin && (
              <>
                <IconButton label="Limites de aprovação" icon={<ApprovalIcon />} onClick={() => setLimits(true)} />
                <IconButton
                  label="Configurações de compras"
                  icon={<SettingsIcon />}
                  onClick={() => setSettings(true)}
                />
              </>
            )}
          </>
        }
        emptyActions={
          <>
            <InvoicesButton onFiles={tray.add} />
            <Button onClick={() => void navigate(OVERVIEW)}>Criar a partir do orçamento</Button>
          </>
        }
        emptyTitle="Nenhum pedido ainda"
        emptyText="Faça o primeiro: fornecedor, obra e insumos. Quando chegar, receba a nota aqui, e a despesa prevista se faz sozinha."
        // An order opens on its page, which takes the place of the list.
        drawer={() => null}
      />
      {limits && <LimitsDialog onClose={() => setLimits(false)} />}
      {settings && <SettingsDialog onClose={() => setSettings(false)} />}
      <RemoveOrder order={removed} onRemoved={close} onCancel={close} />
    </DropTarget>
  );
};

export default OrdersScreen;
