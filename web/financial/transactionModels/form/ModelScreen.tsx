import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { useChosenBuilding } from '#web/choices/useBuildingChoice.ts';
import { useTransactionModelQuery, useTransactionQuery, type TransactionType } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Breadcrumb, Screen, Skeleton } from '#web/ui/index.ts';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { FETCH_MODELS_FAILED, MODELS } from '../words.ts';
import { emptyForm, formOfDocument, type ModelForm } from './model.ts';
import { ModelEditor } from './ModelEditor.tsx';

interface WaitingProps {
  failure: string | null;
  error: unknown;
  onRetry: () => void;
}

const Waiting = ({ failure, error, onRetry }: WaitingProps) => (
  <Screen>
    <Breadcrumb steps={[{ label: 'Modelos de lançamento', to: MODELS }]} />
    {failure === null ? (
      <Skeleton rows={10} />
    ) : (
      <Failure error={error} message={failure} onRetry={onRetry} remedy={gone(MODELS)} />
    )}
  </Screen>
);

const useDone = () => {
  const navigate = useNavigate();
  return () => void navigate(MODELS);
};

/** A model that begins empty (§2 /transaction-models/new-model), or as a document (`?type=DEBIT&from=12`). */
export const NewModelScreen = () => {
  const { companyId } = usePlace();
  const [params] = useSearchParams();
  const building = useChosenBuilding();
  const onDone = useDone();
  const type: TransactionType = params.get('type') === 'CREDIT' ? 'CREDIT' : 'DEBIT';
  const from = /^[1-9]\d*$/.exec(params.get('from') ?? '')?.[0] ?? null;
  const { data, error, refetch } = useTransactionQuery({
    variables: { companyId, type, id: from ?? '' },
    skip: from === null,
    context: { quiet: true },
  });
  const document = data?.transaction;
  if (from !== null && !document) {
    const failure = error ? errorText(error) : data ? 'Lançamento não encontrado' : null;
    return <Waiting error={error} failure={failure} onRetry={() => void refetch()} />;
  }
  const share = building && { key: 's1', building, stage: null, grossValue: '100.00', isCustomerCharged: false };
  const fresh = (): ModelForm =>
    document
      ? formOfDocument(document, params.get('value') === 'MEAN')
      : { ...emptyForm(type), apportionments: share ? [share] : [] };
  const draftKey = document ? `${type}.${document.id}` : type;
  return (
    <ModelEditor
      key={draftKey}
      model={null}
      fresh={fresh}
      draftKey={draftKey}
      onReload={() => undefined}
      onDone={onDone}
    />
  );
};

/** A stored model (§2 /transaction-models/:modelId/edit-model). */
export const EditModelScreen = () => {
  const { companyId } = usePlace();
  const { modelId = '' } = useParams();
  const onDone = useDone();
  const { data, error, refetch } = useTransactionModelQuery({
    variables: { companyId, id: modelId },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const model = data?.model;
  if (!model) {
    const failure = error ? errorText(error, FETCH_MODELS_FAILED) : data ? 'Modelo não encontrado' : null;
    return <Waiting error={error} failure={failure} onRetry={() => void refetch()} />;
  }
  return (
    <ModelEditor
      key={model.id}
      model={model}
      fresh={() => emptyForm(model.type)}
      draftKey="stored"
      onReload={() => void refetch()}
      onDone={onDone}
    />
  );
};
