import { errorText } from '#web/client/errors.ts';
import { useCostEstimateDetailsQuery, useCostEstimateQuery } from '#web/generated/engineering.ts';
import { textsOf } from '#web/register/noun.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Breadcrumb, ErrorState, Screen, Skeleton } from '#web/ui/index.ts';
import { COST_ESTIMATES, failures, noun } from '../words.ts';
import { EstimateEditor } from './EstimateEditor.tsx';

interface EstimatePageProps {
  id: string;
  onClose: () => void;
  onMove?: (direction: 1 | -1) => void;
}

/** The page of an estimate, once its header and its rows are loaded. */
export const EstimatePage = ({ id, ...props }: EstimatePageProps) => {
  const { companyId } = usePlace();
  const settings = { variables: { companyId, id }, context: { quiet: true } } as const;
  const header = useCostEstimateQuery({ ...settings, fetchPolicy: 'network-only' });
  // Thousands of rows are read once, and edited here: normalized, they would only be copied.
  const rows = useCostEstimateDetailsQuery({ ...settings, fetchPolicy: 'no-cache' });
  const [estimate, details] = [header.data?.costEstimate, rows.data?.costEstimateDetails];
  // The list brings an estimate without its BDIs.
  if (estimate?.bdis && details) return <EstimateEditor {...props} estimate={estimate} details={details} />;
  const error = header.error ?? rows.error;
  const answered = header.data !== undefined && rows.data !== undefined;
  return (
    <Screen>
      <Breadcrumb steps={[{ label: textsOf(noun).title, to: COST_ESTIMATES }]} />
      {(error ?? answered) ? (
        <ErrorState
          message={error ? errorText(error, failures.one) : textsOf(noun).missing}
          onRetry={() => void Promise.all([header.refetch(), rows.refetch()])}
        />
      ) : (
        <Skeleton rows={14} />
      )}
    </Screen>
  );
};
