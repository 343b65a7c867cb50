import { formatDate } from '#domain/dates.ts';
import { tokenOfAddress } from '#web/public/linkApi.ts';
import { PhoneLink } from '#web/public/supplier/PhoneLink.tsx';
import styles from '#web/public/supplier/supplier.module.css';
import { pathOf, type SentOrder } from './confirmationApi.ts';

interface FactsProps {
  document: string;
  phone: string | null;
  order: SentOrder;
}

/** The number of the order, for which obra, until when, whom to ask, and the PDF. */
export const Facts = ({ document, phone, order }: FactsProps) => (
  <section className={styles.head}>
    <p className={styles.eyebrow}>
      Emitido em {formatDate(order.createdDate)} para <strong>{order.supplier}</strong>
    </p>
    <h1>Pedido {document}</h1>
    <dl className={styles.facts}>
      <div>
        <dt>Entrega até</dt>
        <dd>{order.deliveryDate === null ? 'a combinar' : formatDate(order.deliveryDate)}</dd>
      </div>
      <div>
        <dt>Obra</dt>
        <dd>
          {order.building}
          {order.address !== null && <span>{order.address}</span>}
        </dd>
      </div>
      {(order.buyer !== null || phone !== null) && (
        <div>
          <dt>Dúvidas</dt>
          <dd>
            {order.buyer} {phone !== null && <PhoneLink phone={phone} />}
          </dd>
        </div>
      )}
      <div>
        <dt>Documento</dt>
        <dd>
          <a href={pathOf(tokenOfAddress(), '/pdf')} download={`Pedido ${document}.pdf`}>
            Baixar o PDF do pedido
          </a>
        </dd>
      </div>
    </dl>
    {order.message !== null && <p className={styles.message}>{order.message}</p>}
  </section>
);
