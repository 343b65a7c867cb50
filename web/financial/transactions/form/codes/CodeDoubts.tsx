import { DOCUMENTS } from '#web/session/newTransaction.ts';
import { Banner } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import type { CodeDoubt } from './useCodeDoubts.ts';

export interface CodeDoubtsProps {
  doubts: readonly CodeDoubt[];
  /** They have stopped a save; the next save stores the document. */
  confirmed: boolean;
}

/** Warns that codes differ from their installments, or stand at others already. */
export const CodeDoubts = ({ doubts, confirmed }: CodeDoubtsProps) => (
  <Banner tone="warning" problem={confirmed}>
    {doubts.map(({ key, message, transactionId }) => (
      <div key={key}>
        {message}{' '}
        {transactionId !== undefined && <Link to={`${DOCUMENTS.DEBIT}?id=${transactionId}`}>Ver a despesa</Link>}
      </div>
    ))}
  </Banner>
);
