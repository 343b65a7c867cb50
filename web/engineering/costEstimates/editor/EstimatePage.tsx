import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { useCostEstimateDetailsQuery, useCostEstimateQuery } from '#web/generated/engineering.ts';
import { textsOf } from '#web/register/noun.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Breadcrumb, Screen, Skeleton } from '#web/ui/index.ts';
import { COST_ESTIMATES, failures, noun } from '../words.ts';
import { useState } from 'react';
import type { Kept } from '../prices/model.ts';
import { EstimatePart } from '../states/EstimatePart.tsx';
import { EstimateEditor } from './EstimateEditor.tsx';

interface EstimatePageProps {
  id: string;
  /** What of the estimate is shown: 'prices', 'revisions', 'revision-2', 'abc'; null: its rows. */
  part: string | null;
  onPart: (part: string | null) => void;
  onClose: () => void;
  onMove?: (direction: 1 | -1) => void;
}

/** The page of an estimate, once its header and its rows are loaded. */
export const EstimatePage = ({ id, part, ...props }: EstimatePageProps) => {
  const { companyId } = usePlace();
  const settings = { variables: { companyId, id }, context: { quiet: true } } as const;
  // What an update of prices leaves alone stays so while the estimate is open.
  const [kept, setKept] = useState<Kept>(new Set());
  // The editor begins anew with what was read again.
  const [round, setRound] = useState(0);
  const header = useCostEstimateQuery({ ...settings, fetchPolicy: 'network-only' });
  // Thousands of rows are read once, and edited here: normalized, they would only be copied.
  const rows = useCostEstimateDetailsQuery({ ...settings, fetchPolicy: 'no-cache' });
  const [estimate, details] = [header.data?.costEstimate, rows.data?.costEstimateDetails];
  // The list brings an estimate without its BDIs.
  const again = () =>
    void Promise.all([header.refetch(), rows.refetch()]).then(
      () => setRound((before) => before + 1),
      () => undefined,
    );
  if (estimate?.bdis && part !== null) {
    return (
      <EstimatePart {...{ part, kept }} header={estimate} onKept={setKept} onPart={props.onPart} onChanged={again} />
    );
  }
  if (estimate?.bdis && details) {
    return <EstimateEditor key={round} {...props} estimate={estimate} details={details} />;
  }
  const error = header.error ?? rows.error;
  const answered = header.data !== undefined && rows.data !== undefined;
  return (
    <Screen>
      <Breadcrumb steps={[{ label: textsOf(noun).title, to: COST_ESTIMATES }]} />
      {(error ?? answered) ? (
        <Failure
          error={error}
          message={error ? errorText(error, failures.one) : textsOf(noun).missing}
          onRetry={again}
          remedy={gone(COST_ESTIMATES)}
        />
      ) : (
        <Skeleton rows={14} />
      )}
    </Screen>
  );
};
