import type { QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import { PhoneLink } from '#web/public/supplier/PhoneLink.tsx';
import publicStyles from '#web/public/public.module.css';
import { useState } from 'react';
import type { RequestApi } from './requestApi.ts';

const TEXTS: Record<Exclude<QuoteRequest['state'], 'OPEN'>, { title: string; text: (company: string) => string }> = {
  EXPIRED: {
    title: 'O prazo terminou',
    text: (company) => `${company} já não recebe respostas desta cotação.`,
  },
  DECLINED: {
    title: 'Você não vai participar',
    text: (company) => `${company} já sabe que você não vai responder a esta cotação.`,
  },
  REVOKED: {
    title: 'Este link não vale mais',
    text: (company) => `${company} encerrou este link.`,
  },
};

interface ClosedProps {
  request: QuoteRequest;
  api: RequestApi;
  onTold: (request: QuoteRequest) => void;
}

/** A request that takes no answer: a sentence and the buyer's telephone, nothing of the quote. */
export const Closed = ({ request: { state, company, phone }, api, onTold }: ClosedProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  if (state === 'OPEN') return null;
  const { title, text } = TEXTS[state];
  const resume = async () => {
    const outcome = await api.resume();
    if ('data' in outcome) onTold(outcome.data);
    else setProblem(outcome.problem);
  };
  return (
    <PublicCard title={title} text={text(company)}>
      {phone !== null && (
        <p>
          Dúvidas: <PhoneLink phone={phone} />
        </p>
      )}
      {state === 'DECLINED' && (
        <button type="button" className={publicStyles.button} onClick={() => void resume()}>
          Voltar a participar
        </button>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
    </PublicCard>
  );
};
