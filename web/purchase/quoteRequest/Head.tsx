import { formatDate, formatMoment } from '#domain/dates.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { tokenOfAddress } from '#web/public/linkApi.ts';
import { CompanyBar } from '#web/public/supplier/CompanyBar.tsx';
import { PhoneLink } from '#web/public/supplier/PhoneLink.tsx';
import styles from '#web/public/supplier/supplier.module.css';
import { pathOf } from './requestApi.ts';
import type { Request } from './typed.ts';
import type { Saved } from './useAnswer.ts';
import own from './QuoteRequest.module.css';

interface HeadProps {
  request: Request;
  company: string;
  phone: string | null;
  saved: Saved;
  /** Milliseconds. */
  left: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** "Falta 1 dia e 7 horas"; minutes on the last day alone. */
const leftText = (left: number): string => {
  const [days, hours, minutes] = [
    Math.floor(left / DAY),
    Math.floor((left % DAY) / HOUR),
    Math.max(1, Math.floor((left % HOUR) / MINUTE)),
  ];
  const parts = [
    ...(days > 0 ? [many(days, 'dia', 'dias')] : []),
    ...(hours > 0 ? [many(hours, 'hora', 'horas')] : []),
    ...(days === 0 ? [many(minutes, 'minuto', 'minutos')] : []),
  ].slice(0, 2);
  const first = days > 0 ? days : hours > 0 ? hours : minutes;
  return `${first === 1 ? 'Falta' : 'Faltam'} ${parts.join(' e ')}. Até lá dá para mudar.`;
};

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' });

const savedText = (saved: Saved): string => {
  switch (saved.kind) {
    case 'none':
      return '';
    case 'saving':
      return 'Salvando…';
    case 'saved':
      return `Salvo ${clock.format(new Date(saved.at))}`;
    case 'offline':
      return 'Sem conexão: guardado neste aparelho';
    case 'refused':
      return 'Confira os campos em vermelho';
  }
};

/** Who asks, for what, until when, where it goes, and whether what is typed is kept. */
export const Head = ({ request, company, phone, saved, left }: HeadProps) => (
  <>
    <CompanyBar company={company} text="pede o seu preço">
      <span className={own.saved} role="status" data-kind={saved.kind}>
        {savedText(saved)}
      </span>
    </CompanyBar>
    <section className={styles.head}>
      <p className={styles.eyebrow}>
        Cotação {request.document} · para <strong>{request.supplier}</strong>
      </p>
      <h1>{request.title}</h1>
      <div className={own.deadline}>
        <strong>Responda até {formatMoment(new Date(request.deadline))}</strong>
        <span>{leftText(left)}</span>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Obra</dt>
          <dd>
            {request.building}
            {request.deliveryPlace !== null && <span>{request.deliveryPlace}</span>}
          </dd>
        </div>
        {request.deliveryDate !== null && (
          <div>
            <dt>Entrega até</dt>
            <dd>{formatDate(request.deliveryDate)}</dd>
          </div>
        )}
        {(request.buyer !== null || phone !== null) && (
          <div>
            <dt>Dúvidas</dt>
            <dd>
              {request.buyer} {phone !== null && <PhoneLink phone={phone} />}
            </dd>
          </div>
        )}
        {request.attachments.length > 0 && (
          <div>
            <dt>Anexos</dt>
            <dd>
              {request.attachments.map(({ id, name, size }) => (
                <a key={id} href={pathOf(tokenOfAddress(), `/attachments/${id}`)}>
                  {name} <span>{formatBytes(size)}</span>
                </a>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {request.message !== null && <p className={styles.message}>{request.message}</p>}
    </section>
  </>
);
