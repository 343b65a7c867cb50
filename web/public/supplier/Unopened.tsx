import { PublicCard } from '../PublicCard.tsx';
import type { Refused } from './calls.ts';

interface UnopenedProps {
  /** What the link leads to: "Cotação". */
  title: string;
  /** Why it did not open; null while it opens. */
  refused: Refused | null;
  onRetry: () => void;
}

/** A page that is opening, that there is none of, or that failed to open. */
export const Unopened = ({ title, refused, onRetry }: UnopenedProps) => {
  if (refused === null) return <PublicCard title={title} text="Abrindo…" />;
  if (refused.status === 404) return <PublicCard title="Página não encontrada" text={refused.problem} />;
  return (
    <PublicCard title={title} text={<span role="alert">{refused.problem}</span>}>
      <button type="button" onClick={onRetry}>
        Tentar de novo
      </button>
    </PublicCard>
  );
};
