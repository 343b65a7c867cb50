import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { useQuoteQuery } from '#web/generated/purchase.ts';
import { textsOf } from '#web/register/noun.ts';
import { useBegun } from '#web/choices/useBegun.ts';
import { begunPurchase, newPurchaseOf } from '#web/session/newPurchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Breadcrumb, Screen, Skeleton } from '#web/ui/index.ts';
import { useLocation } from 'react-router-dom';
import { QuoteMap } from '../map/QuoteMap.tsx';
import { useQuoteNews } from '../useQuoteNews.ts';
import { failures, noun, QUOTES } from '../words.ts';
import { QuoteEditor } from './QuoteEditor.tsx';

interface QuotePageProps {
  /** 'new', or the id of the quote. */
  id: string;
  onClose: () => void;
  /** A new quote was saved. */
  onSaved: (id: string) => void;
}

/** The page of one quote: the form until it is sent, the map from then on. */
export const QuotePage = ({ id, onClose, onSaved }: QuotePageProps) => {
  const { companyId } = usePlace();
  const isNew = id === 'new';
  const asked = useBegun('QUOTE');
  const given =
    newPurchaseOf('newQuote', useLocation().state) ?? (asked.begun && begunPurchase(asked.begun, asked.line));
  const { data, error, refetch } = useQuoteQuery({
    variables: { companyId, id },
    skip: isNew,
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const quote = data?.quote;
  useQuoteNews((told) => {
    // The form of a draft keeps what is typed.
    if (told === id && quote?.sentAt !== null) refetch().catch(() => undefined);
  });
  if (isNew && !asked.waiting)
    return <QuoteEditor key={given?.key ?? 'new'} quote={null} given={given} onClose={onClose} onSaved={onSaved} />;
  if (quote?.sentAt === null) return <QuoteEditor key={quote.id} quote={quote} onClose={onClose} onSaved={onSaved} />;
  if (quote) return <QuoteMap key={quote.id} quote={quote} onClose={onClose} />;
  return (
    <Screen>
      <Breadcrumb steps={[{ label: 'Cotações', to: QUOTES }]} />
      {!asked.waiting && (error || data) ? (
        <Failure
          error={error}
          message={error ? errorText(error, failures.one) : textsOf(noun).missing}
          onRetry={() => void refetch()}
          remedy={gone(QUOTES)}
        />
      ) : (
        <Skeleton rows={10} />
      )}
    </Screen>
  );
};
