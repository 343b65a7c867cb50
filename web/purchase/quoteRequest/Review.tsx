import { formatDate } from '#domain/dates.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { counted, formatCurrency, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { formatTerms } from '#domain/purchase/orders/terms.ts';
import type { AnswerFigures } from '#domain/purchase/quotes/figures.ts';
import type { QuoteAnswerBody, QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import publicStyles from '#web/public/public.module.css';
import { useState } from 'react';
import styles from '#web/public/supplier/supplier.module.css';
import type { RequestApi, RequestFile } from './requestApi.ts';
import { TypedField } from '#web/public/supplier/TypedField.tsx';
import type { Request } from './typed.ts';

interface ReviewProps {
  request: Request;
  api: RequestApi;
  body: QuoteAnswerBody;
  figures: AnswerFigures;
  files: readonly RequestFile[];
  onSent: (told: QuoteRequest) => void;
  /** With the problems of a refusal. */
  onBack: (problems: readonly FieldProblem[]) => void;
}

const FREIGHT = { INCLUDED: 'incluso', CHARGED: 'cobrado', PICKUP: 'a retirar' } as const;

const conditions = (body: QuoteAnswerBody, figures: AnswerFigures): [string, string][] => [
  ['Itens', formatCurrency(figures.items)],
  ['Frete', body.freight === 'CHARGED' ? formatCurrency(figures.shippingRate) : FREIGHT[body.freight]],
  [`IPI ${formatUnitPrice(body.ipi ?? '0')}%`, formatCurrency(figures.ipiValue)],
  ...(body.deliveryDays === null ? [] : [['Entrega', counted(body.deliveryDays, 'dia')] as [string, string]]),
  ['Pagamento', body.paymentDays.length === 0 ? '—' : formatTerms(body.paymentDays)],
  ...(body.validUntil === null ? [] : [['Vale até', formatDate(body.validUntil)] as [string, string]]),
];

/** Everything once more, before it is sent. */
export const Review = ({ request, api, body, figures, files, onSent, onBack }: ReviewProps) => {
  const [copyTo, setCopyTo] = useState('');
  const [problem, setProblem] = useState<FieldProblem | null>(null);
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const outcome = await api.answer({ ...body, copyTo: copyTo.trim() || null });
    setSending(false);
    if ('data' in outcome) return onSent(outcome.data);
    const [first] = outcome.fields;
    if (first && first.path !== 'copyTo' && first.path !== 'token') return onBack(outcome.fields);
    setProblem(first ?? { path: '', message: outcome.problem });
  };
  return (
    <div className={styles.page}>
      <section className={styles.head}>
        <p className={styles.eyebrow}>Cotação {request.document}</p>
        <h1>Confira e envie</h1>
      </section>
      <main className={styles.form}>
        <section className={styles.section}>
          <ul className={styles.review}>
            {request.lines.map(({ id, description, unit, quantity }, index) => {
              const line = body.lines[index];
              const value = figures.values[index];
              return (
                <li key={id}>
                  <span>
                    <strong>{description}</strong>
                    <span>
                      {line?.price == null
                        ? `${formatQuantity(quantity)} ${unit}`
                        : `${formatQuantity(quantity)} ${unit} × R$ ${formatUnitPrice(line.price)}${line.brand === null ? '' : ` · ${line.brand}`}`}
                    </span>
                  </span>
                  <strong>{value == null ? (line?.unavailable ? 'não tenho' : '—') : formatCurrency(value)}</strong>
                </li>
              );
            })}
          </ul>
        </section>
        <section className={styles.section}>
          <dl className={styles.conditions}>
            {conditions(body, figures).map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {body.notes !== null && <p className={styles.message}>{body.notes}</p>}
          {files.length > 0 && <p>{counted(files.length, 'anexo')}</p>}
        </section>
        <section className={styles.section}>
          <TypedField
            label="Receber uma cópia por e-mail"
            placeholder="opcional"
            maxLength={254}
            value={copyTo}
            problem={problem?.path === 'copyTo' ? problem.message : undefined}
            onChange={(text) => {
              setCopyTo(text);
              setProblem(null);
            }}
          />
          {problem !== null && problem.path !== 'copyTo' && (
            <p className={styles.problem} role="alert">
              {problem.message}
            </p>
          )}
        </section>
        <button type="button" className={styles.plain} onClick={() => onBack([])}>
          Voltar e mudar
        </button>
      </main>
      <footer className={styles.foot}>
        <div>
          <span className={styles.footLabel}>Total com frete</span>
          <strong className={styles.total}>{formatCurrency(figures.total)}</strong>
        </div>
        <button
          type="button"
          className={publicStyles.button}
          aria-busy={sending}
          onClick={() => (sending ? undefined : void send())}
        >
          Enviar resposta
        </button>
      </footer>
    </div>
  );
};
