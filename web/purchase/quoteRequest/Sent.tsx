import { formatMoment } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import type { QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import publicStyles from '#web/public/public.module.css';
import { figuresOf, type Request } from './typed.ts';

interface SentProps {
  request: QuoteRequest & { request: Request };
  onChange: () => void;
}

/** What was answered, and until when it may be changed. */
export const Sent = ({ request: { request, answer, answeredAt, company }, onChange }: SentProps) => {
  if (answer === null || answeredAt === null) return null;
  // The stored answer names every line, in any order; the figures follow the request.
  const said = new Map(answer.lines.map((line) => [line.lineId, line]));
  const lines = request.lines.flatMap(({ id }) => said.get(id) ?? []);
  const { total, offered } = figuresOf(request, { ...answer, lines });
  return (
    <PublicCard
      title="Resposta enviada"
      text={`${company} recebeu os seus preços em ${formatMoment(new Date(answeredAt))}.`}
    >
      <p>
        {request.title}: {offered} de {request.lines.length} itens, {formatCurrency(total)} com frete.
      </p>
      <p>Você pode mudar a resposta até {formatMoment(new Date(request.deadline))}.</p>
      <button type="button" className={`${publicStyles.button} ${publicStyles.quiet}`} onClick={onChange}>
        Alterar resposta
      </button>
    </PublicCard>
  );
};
