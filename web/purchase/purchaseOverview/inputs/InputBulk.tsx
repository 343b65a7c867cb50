import { sum } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { newOrderEntry } from '#web/session/newOrder.ts';
import { DownloadIcon, OrderIcon } from '#web/ui/icons.ts';
import { BulkBar } from '#web/ui/index.ts';
import type { BulkAction } from '#web/ui/BulkBar.tsx';
import { useNavigate } from 'react-router-dom';
import { fileColumns } from './files.ts';
import { orderLinesOf } from './order.ts';
import type { Row } from './rows.ts';

interface InputBulkProps {
  rows: readonly Row[];
  building: { id: string; name: string };
  purchase: boolean;
  onClear: () => void;
}

/** What can be done with the chosen inputs. */
export const InputBulk = ({ rows, building, purchase, onClear }: InputBulkProps) => {
  const navigate = useNavigate();
  const lines = orderLinesOf(rows);
  const createOrder = () => {
    const { to, options } = newOrderEntry({ building: { id: building.id, name: building.name }, lines });
    const left = rows.length - lines.length;
    if (left > 0)
      notifySuccess(`Pedido com ${counted(lines.length, 'item', 'itens')}`, {
        detail: `${counted(left, 'insumo')} sem saldo ${left === 1 ? 'ficou' : 'ficaram'} de fora`,
      });
    void navigate(to, options);
  };
  const exportRows = async () => {
    const { saveRows } = await import('#web/list/export/save.ts');
    await saveRows('xlsx', `Resumo de compras ${building.name}`, fileColumns(purchase), rows);
  };
  const actions: BulkAction[] = [
    { label: 'Criar pedido', icon: <OrderIcon />, onClick: createOrder, disabled: lines.length === 0 },
    { label: 'Exportar', icon: <DownloadIcon />, onClick: () => void exportRows().catch(notifyFailure) },
  ];
  return (
    <BulkBar
      count={rows.length}
      selected="insumo"
      sumLabel="saldo"
      sum={sum(rows.map(({ balance }) => balance.value))}
      actions={actions}
      onClear={onClear}
    />
  );
};
