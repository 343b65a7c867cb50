import { formatDate, todayIn } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { MAX_DISPATCH_TEXT } from '#schema/purchase/orders/limits.ts';
import type { OrderConfirmation } from '#schema/purchase/orders/dispatch.rest.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import publicStyles from '#web/public/public.module.css';
import type { Refused } from '#web/public/supplier/calls.ts';
import styles from '#web/public/supplier/supplier.module.css';
import { TypedField } from '#web/public/supplier/TypedField.tsx';
import { useState } from 'react';
import type { ConfirmationApi, SentOrder } from './confirmationApi.ts';

/** What a supplier types; kept while he goes back to the order. */
export interface Typed {
  date: string;
  note: string;
  supplierDocument: string;
}
export const NOTHING_TYPED: Typed = { date: '', note: '', supplierDocument: '' };

interface AnswerFormProps {
  kind: 'confirm' | 'propose';
  api: ConfirmationApi;
  document: string;
  order: SentOrder;
  typed: Typed;
  onType: (typed: Typed) => void;
  onBack: () => void;
  onTold: (opened: OrderConfirmation) => void;
  onReopen: () => void;
}

const textOf = ({ kind, order: { deliveryDate, grossValue } }: AnswerFormProps): string => {
  const date = deliveryDate === null ? 'entrega a combinar' : `entrega até ${formatDate(deliveryDate)}`;
  return kind === 'confirm' ? `${formatCurrency(grossValue)}, ${date}.` : `O pedido diz: ${date}.`;
};

/** The two answers: the order is confirmed, or another date is proposed. */
export const AnswerForm = (props: AnswerFormProps) => {
  const { kind, api, document, order, typed, onType, onBack, onTold, onReopen } = props;
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const set = (part: Partial<Typed>) => {
    setRefused(null);
    onType({ ...typed, ...part });
  };
  const { revision } = order;
  const note = typed.note.trim() || null;
  const send = async () => {
    setSending(true);
    const outcome = await (kind === 'confirm'
      ? api.confirm({ revision, note, supplierDocument: typed.supplierDocument.trim() || null })
      : api.propose({ revision, note, date: typed.date }));
    setSending(false);
    if ('data' in outcome) onTold(outcome.data);
    else setRefused(outcome);
  };
  const dateProblem = refused?.fields.find(({ path }) => path === 'date')?.message;
  return (
    <PublicCard
      title={kind === 'confirm' ? `Confirmar o pedido ${document}?` : 'Quando você entrega?'}
      text={textOf(props)}
    >
      <form
        className={styles.answer}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {kind === 'confirm' ? (
          <TypedField
            label="Número do pedido no seu sistema"
            placeholder="opcional"
            maxLength={60}
            value={typed.supplierDocument}
            onChange={(supplierDocument) => set({ supplierDocument })}
          />
        ) : (
          <TypedField
            label="Data de entrega"
            day
            min={todayIn(new Date())}
            value={typed.date}
            problem={dateProblem}
            onChange={(date) => set({ date })}
          />
        )}
        <textarea
          className={styles.notes}
          aria-label="Observação"
          placeholder={kind === 'confirm' ? 'Observação (opcional)' : 'Motivo (opcional)'}
          rows={3}
          maxLength={MAX_DISPATCH_TEXT}
          value={typed.note}
          onChange={({ target }) => set({ note: target.value })}
        />
        {refused !== null && dateProblem === undefined && (
          <p className={styles.problem} role="alert">
            {refused.problem}
          </p>
        )}
        <div className={styles.answers}>
          {refused?.status === 409 ? (
            <button type="button" className={publicStyles.button} onClick={onReopen}>
              Ver o pedido de novo
            </button>
          ) : (
            <button
              type="submit"
              className={publicStyles.button}
              aria-busy={sending}
              disabled={sending || (kind === 'propose' && typed.date === '')}
            >
              {kind === 'confirm' ? 'Confirmar pedido' : 'Propor esta data'}
            </button>
          )}
          <button type="button" className={`${publicStyles.button} ${publicStyles.quiet}`} onClick={onBack}>
            Voltar
          </button>
        </div>
      </form>
    </PublicCard>
  );
};
