import type { QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import publicStyles from '#web/public/public.module.css';
import { useState } from 'react';
import styles from '#web/public/supplier/supplier.module.css';
import type { RequestApi } from './requestApi.ts';

interface DeclineProps {
  api: RequestApi;
  onTold: (told: QuoteRequest) => void;
  onBack: () => void;
}

/** "Não vou participar", with a reason or without. */
export const Decline = ({ api, onTold, onBack }: DeclineProps) => {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const decline = async () => {
    const outcome = await api.decline(reason.trim() || null);
    if ('data' in outcome) onTold(outcome.data);
    else setProblem(outcome.problem);
  };
  return (
    <PublicCard title="Não vai participar?" text="O que você digitou é apagado. Até o prazo, dá para voltar atrás.">
      <textarea
        className={styles.notes}
        aria-label="Motivo"
        placeholder="Motivo (opcional)"
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.chips}>
        <button type="button" className={publicStyles.button} onClick={() => void decline()}>
          Não vou participar
        </button>
        <button type="button" onClick={onBack}>
          Voltar
        </button>
      </div>
    </PublicCard>
  );
};
