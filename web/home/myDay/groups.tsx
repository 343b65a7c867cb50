import { formatLongDate } from '#domain/dates.ts';
import type { TransactionType } from '#domain/transactions.ts';
import { DOCUMENTS } from '#web/session/newTransaction.ts';
import { today } from '#web/ui/clock.ts';
import { workingDays, type WorkingDays } from './days.ts';
import { Group, Nothing } from './Group.tsx';
import { ORDERS, type DayActs } from './model.ts';
import { useInstallmentParts } from './useInstallmentParts.ts';
import { useOrderParts } from './useOrderParts.ts';

const WORDS: Record<TransactionType, { title: string; text: string; all: string; fresh: string }> = {
  DEBIT: {
    title: 'A pagar',
    text: 'Uma despesa aparece aqui na semana em que vence, e fica até ser paga.',
    ...{ all: 'Ver todas as despesas', fresh: 'Nova despesa' },
  },
  CREDIT: {
    title: 'A receber',
    text: 'Uma receita aparece aqui na semana em que vence, e fica até ser recebida.',
    ...{ all: 'Ver todas as receitas', fresh: 'Nova receita' },
  },
};

/** What is to be paid, or received, until Sunday. */
export const Installments = ({ type, act }: { type: TransactionType; act: DayActs }) => {
  const days = workingDays(today());
  const { title, text, all, fresh } = WORDS[type];
  const list = DOCUMENTS[type];
  const links = [
    { to: `${list}?id=new`, label: fresh },
    { to: list, label: all },
  ];
  return (
    <Group
      title={title}
      parts={useInstallmentParts(type, days)}
      today={days.today}
      act={act}
      empty={<Nothing title={nothingDue(days)} text={text} links={links} />}
    />
  );
};

const nothingDue = ({ weekGoesOn }: WorkingDays): string =>
  weekGoesOn ? 'Nada vence esta semana.' : 'Nada está vencido e nada vence hoje.';

/** Orders that wait for somebody. */
export const Orders = ({ act }: { act: DayActs }) => {
  const days = workingDays(today());
  const text = `Um pedido aparece aqui quando aguarda aprovação, quando atrasa, ou quando chega até ${formatLongDate(days.sunday)}.`;
  const links = [
    { to: `${ORDERS}?id=new`, label: 'Novo pedido' },
    { to: ORDERS, label: 'Ver todos os pedidos' },
  ];
  return (
    <Group
      title="Pedidos"
      parts={useOrderParts(days)}
      today={days.today}
      act={act}
      empty={<Nothing title="Nenhum pedido espera por alguém." text={text} links={links} />}
    />
  );
};
