import { isZero, sum } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { useChosenExport } from '#web/list/export/useChosenExport.tsx';
import { newPurchaseEntry } from '#web/session/newPurchase.ts';
import { OrderIcon, QuoteIcon } from '#web/ui/icons.ts';
import { BulkBar } from '#web/ui/index.ts';
import type { BulkAction } from '#web/ui/BulkBar.tsx';
import { useNavigate } from 'react-router-dom';
import { fileColumns } from './files.ts';
import { linesToBuy } from '#web/choices/linesToBuy.ts';
import type { Row } from './rows.ts';

interface InputBulkProps {
  rows: readonly Row[];
  building: { id: string; name: string };
  purchase: boolean;
  onClear: () => void;
}

const WORDS = { newOrder: 'Pedido', newQuote: 'Cotação' };

/** What the buyer should know of the chosen inputs: those left out, and those that suppliers are asked for already. */
const leftText = (rows: readonly Row[], taken: number): string => {
  const left = rows.length - taken;
  const asked = rows.filter(({ requested }) => !isZero(requested.quantity ?? '0')).length;
  return [
    left > 0 ? `${counted(left, 'insumo')} sem saldo ${left === 1 ? 'ficou' : 'ficaram'} de fora` : '',
    asked > 0 ? `${counted(asked, 'insumo')} já ${asked === 1 ? 'está' : 'estão'} em cotação aberta` : '',
  ]
    .filter(Boolean)
    .join(', ');
};

/** What can be done with the chosen inputs. */
export const InputBulk = ({ rows, building, purchase, onClear }: InputBulkProps) => {
  const navigate = useNavigate();
  const lines = linesToBuy(rows);
  const create = (kind: 'newOrder' | 'newQuote') => {
    const { to, options } = newPurchaseEntry(kind, { building: { id: building.id, name: building.name }, lines });
    const details = leftText(rows, lines.length);
    if (details !== '')
      notifySuccess(`${WORDS[kind]} com ${counted(lines.length, 'item', 'itens')}`, { detail: details });
    void navigate(to, options);
  };
  const balance = sum(rows.map((row) => row.balance.value));
  const exported = useChosenExport({
    ...{ title: `Resumo de compras ${building.name}`, columns: fileColumns(purchase), rows },
    totals: [{ label: 'Saldo', value: balance }],
  });
  const actions: BulkAction[] = [
    { label: 'Criar cotação', icon: <QuoteIcon />, onClick: () => create('newQuote'), disabled: lines.length === 0 },
    { label: 'Criar pedido', icon: <OrderIcon />, onClick: () => create('newOrder'), disabled: lines.length === 0 },
    exported,
  ];
  return (
    <BulkBar count={rows.length} selected="insumo" sumLabel="saldo" sum={balance} actions={actions} onClear={onClear} />
  );
};
