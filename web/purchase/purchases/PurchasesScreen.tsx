import { PURCHASE_LIST_TITLE } from '#domain/lists/purchases.ts';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import type { PurchaseRowFragment } from '#web/generated/purchase.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { useNamedCompany } from '#web/list/useNamedCompany.ts';
import { OpenIcon } from '#web/ui/icons.ts';
import type { MenuAction } from '#web/ui/index.ts';
import { Navigate, useNavigate } from 'react-router-dom';
import { card, columns, fileColumns } from './columns.tsx';
import { PurchaseFilters } from './PurchaseFilters.tsx';
import { usePurchaseList } from './usePurchaseList.ts';

const orderAt = (id: string) => `/home/forms/purchase/orders-and-receipts?id=${id}`;

/** "Insumos comprados": the lines of received notas with their landed value; each opens its order. */
const PurchasesScreen = () => {
  const list = usePurchaseList();
  const elsewhere = useNamedCompany(list);
  const navigate = useNavigate();
  const { page } = list;
  const rowActions = ({ order }: PurchaseRowFragment): MenuAction[] => [
    { label: 'Abrir o pedido', icon: <OpenIcon />, onClick: () => void navigate(orderAt(order.id)) },
  ];
  if (elsewhere) return null;
  return (
    <ListScreen
      title={PURCHASE_LIST_TITLE}
      summary={
        page &&
        `${counted(page.totalElements, 'compra')} de ${counted(page.products, 'insumo')} · ${formatCurrency(page.total)}`
      }
      list={list}
      failureText="Falha para buscar insumos comprados"
      columns={columns}
      fileColumns={fileColumns}
      rowActions={rowActions}
      card={card}
      searchLabel="Buscar insumo"
      filters={<PurchaseFilters list={list} rows={list.rows} />}
      totals={({ purchases }) => (purchases ? [{ label: 'Total filtrado', value: purchases.total }] : undefined)}
      emptyTitle="Nada comprado ainda"
      emptyText="Cada item de uma nota recebida em “Pedidos e notas” aparece aqui, com frete, IPI e desconto no preço."
      opens={({ order }) => order.id}
      drawer={(id) => <Navigate replace to={orderAt(id)} />}
    />
  );
};

export default PurchasesScreen;
