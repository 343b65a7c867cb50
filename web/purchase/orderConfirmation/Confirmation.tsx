import { formatDate, formatMoment } from '#domain/dates.ts';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import type { OrderConfirmation } from '#schema/purchase/orders/dispatch.rest.ts';
import publicStyles from '#web/public/public.module.css';
import { CompanyBar } from '#web/public/supplier/CompanyBar.tsx';
import styles from '#web/public/supplier/supplier.module.css';
import { useState } from 'react';
import { AnswerForm, NOTHING_TYPED } from './AnswerForm.tsx';
import type { ConfirmationApi, SentOrder } from './confirmationApi.ts';
import { Content } from './Content.tsx';
import { Facts } from './Facts.tsx';

interface ConfirmationProps {
  opened: OrderConfirmation & { order: SentOrder };
  api: ConfirmationApi;
  onTold: (opened: OrderConfirmation) => void;
  /** The order was changed meanwhile. */
  onReopen: () => void;
}

type Answer = NonNullable<OrderConfirmation['answer']>;

const at = (date: string | null): string => (date === null ? '' : ` em ${formatDate(date)}`);

/** What was answered, and what follows from it. */
const answerText = (answer: Answer, { company, order: { deliveryDate } }: ConfirmationProps['opened']): string => {
  const { type, decision, date, outdated } = answer;
  if (decision === 'KEPT')
    return `${company} precisa da entrega na data do pedido${deliveryDate === null ? '' : `, ${formatDate(deliveryDate)}`}. Confirme, ou proponha outra data.`;
  if (outdated) return 'O pedido mudou depois da sua resposta. Confira e responda de novo.';
  if (decision === 'ACCEPTED') return `${company} aceitou a sua data: entrega${at(date)}.`;
  return type === 'CONFIRMED'
    ? `Você confirmou este pedido em ${formatMoment(new Date(answer.at))}${date === null ? '' : `, com entrega${at(date)}`}.`
    : `Você propôs entregar${at(date)}. ${company} ainda não respondeu.`;
};

/** Whether there is nothing more to be confirmed. */
const isAgreed = (answer: Answer | null): boolean =>
  answer !== null && !answer.outdated && (answer.type === 'CONFIRMED' || answer.decision === 'ACCEPTED');

/** An order to be confirmed: what is bought, for how much, until when, and the two answers. */
export const Confirmation = ({ opened, api, onTold, onReopen }: ConfirmationProps) => {
  const { company, document, phone, order, answer } = opened;
  const [step, setStep] = useState<'reading' | 'confirm' | 'propose'>('reading');
  const [typed, setTyped] = useState(NOTHING_TYPED);
  if (step !== 'reading')
    return (
      <AnswerForm
        {...{ api, document, order, typed }}
        key={step}
        kind={step}
        onType={setTyped}
        onBack={() => setStep('reading')}
        onReopen={() => {
          setStep('reading');
          onReopen();
        }}
        onTold={(told) => {
          setStep('reading');
          onTold(told);
        }}
      />
    );
  const agreed = isAgreed(answer);
  return (
    <div className={styles.page}>
      <CompanyBar company={company} text="enviou um pedido de compra" />
      <Facts {...{ document, phone, order }} />
      {(answer !== null || order.changedAt !== null) && (
        <div className={styles.note} role="status" data-tone={agreed ? 'good' : undefined}>
          {order.changedAt !== null && <span>Alterado em {formatMoment(new Date(order.changedAt))}. </span>}
          {answer !== null && answerText(answer, opened)}
        </div>
      )}
      <main className={styles.form}>
        <Content order={order} />
        {agreed && (
          <button type="button" className={styles.plain} onClick={() => setStep('propose')}>
            Propor outra data
          </button>
        )}
      </main>
      {!agreed && (
        <footer className={styles.foot}>
          <div>
            <span className={styles.footLabel}>{counted(order.lines.length, 'item', 'itens')}</span>
            <strong className={styles.total}>{formatCurrency(order.grossValue)}</strong>
          </div>
          <div className={styles.footActions}>
            <button
              type="button"
              className={`${publicStyles.button} ${publicStyles.quiet}`}
              onClick={() => setStep('propose')}
            >
              {order.deliveryDate === null ? 'Propor data' : 'Outra data'}
            </button>
            <button type="button" className={publicStyles.button} onClick={() => setStep('confirm')}>
              Confirmar pedido
            </button>
          </div>
        </footer>
      )}
    </div>
  );
};
