import type { OrderConfirmation } from '#schema/purchase/orders/dispatch.rest.ts';
import { tokenOfAddress } from '#web/public/linkApi.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import type { Outcome } from '#web/public/supplier/calls.ts';
import { PhoneLink } from '#web/public/supplier/PhoneLink.tsx';
import { Unopened } from '#web/public/supplier/Unopened.tsx';
import { useEffect, useMemo, useState } from 'react';
import { Confirmation } from './Confirmation.tsx';
import { confirmationApi, type SentOrder } from './confirmationApi.ts';

const hasOrder = (opened: OrderConfirmation): opened is OrderConfirmation & { order: SentOrder } =>
  opened.order !== null;

const CLOSED: Record<
  Exclude<OrderConfirmation['state'], 'OPEN'>,
  { title: string; text: (company: string) => string }
> = {
  RECEIVED: {
    title: 'Entrega recebida',
    text: (company) => `${company} já registrou o recebimento deste pedido.`,
  },
  CANCELED: { title: 'Pedido cancelado', text: (company) => `${company} cancelou este pedido.` },
  UNAPPROVED: {
    title: 'Pedido em revisão',
    text: (company) => `${company} está revendo este pedido. Volte mais tarde.`,
  },
  REVOKED: { title: 'Este link não vale mais', text: (company) => `${company} encerrou este link.` },
};

/** An order that takes no answer: a sentence and the buyer's telephone, nothing of what is bought. */
const Closed = ({ opened: { state, company, document, phone } }: { opened: OrderConfirmation }) => {
  if (state === 'OPEN') return null;
  const { title, text } = CLOSED[state];
  return (
    <PublicCard title={title} text={`Pedido ${document}. ${text(company)}`}>
      {phone !== null && (
        <p>
          Dúvidas: <PhoneLink phone={phone} />
        </p>
      )}
    </PublicCard>
  );
};

/** `/order-confirmation/:token`: a supplier confirms an order, or proposes another date, without a login. */
const OrderConfirmationPage = () => {
  const api = useMemo(() => confirmationApi(tokenOfAddress()), []);
  const [opened, setOpened] = useState<Outcome<OrderConfirmation> | null>(null);
  const open = () => void api.open().then(setOpened);
  useEffect(() => {
    void api.open().then(setOpened);
  }, [api]);

  if (opened === null || 'problem' in opened) return <Unopened title="Pedido" refused={opened} onRetry={open} />;
  const { data } = opened;
  if (!hasOrder(data)) return <Closed opened={data} />;
  const told = (confirmation: OrderConfirmation) => {
    setOpened({ data: confirmation });
    window.scrollTo(0, 0);
  };
  return <Confirmation opened={data} api={api} onTold={told} onReopen={open} />;
};

export default OrderConfirmationPage;
