import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { notifySuccess } from '#web/client/notify.ts';
import { useCostEstimateAmendmentTreeQuery, type CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Skeleton } from '#web/ui/index.ts';
import { StatePage } from '../states/StatePage.tsx';
import { AmendmentEditor } from './AmendmentEditor.tsx';
import { FAILURES } from './words.ts';

interface AmendmentPageProps {
  header: CostEstimateHeaderFragment;
  id: string;
  onClose: () => void;
  /** The estimate has changed with it. */
  onChanged: () => void;
}

/** The page of one amendment, once its rows are loaded. */
export const AmendmentPage = ({ header, id, onClose, onChanged }: AmendmentPageProps) => {
  const { companyId } = usePlace();
  const { data, error, refetch } = useCostEstimateAmendmentTreeQuery({
    variables: { companyId, id: header.id, amendmentId: id },
    ...{ context: { quiet: true }, fetchPolicy: 'no-cache' },
  });
  const tree = data?.costEstimateAmendmentTree;
  if (!tree) {
    return (
      <StatePage header={header} title="Aditivo" onClose={onClose}>
        {error ? (
          <Failure
            error={error}
            message={errorText(error, FAILURES.list)}
            onRetry={() => void refetch()}
            remedy={gone(onClose, 'Voltar ao orçamento')}
          />
        ) : (
          <Skeleton rows={10} />
        )}
      </StatePage>
    );
  }
  return (
    <AmendmentEditor
      key={tree.amendment.version}
      {...{ header, tree, onClose }}
      onSaved={(text) => {
        notifySuccess(text);
        void refetch();
        onChanged();
      }}
      onRemoved={() => {
        notifySuccess('Aditivo excluído');
        onClose();
      }}
    />
  );
};
