import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { useMeasurementContractRowsQuery, useMeasurementContractsQuery } from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Breadcrumb, Screen, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { NextDialog } from '../NewMeasurementDialog.tsx';
import sheetStyles from '../sheet/sheet.module.css';
import { failures, MEASUREMENTS } from '../words.ts';
import { SideEditor } from './SideEditor.tsx';

interface SidePageProps {
  estimateId: string;
  contractId: string;
  /** Opens a measurement. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** The page of one side, once it and the rows of its cost estimate are loaded. */
export const SidePage = ({ estimateId, contractId, onOpen, onClose }: SidePageProps) => {
  const { companyId } = usePlace();
  const [beginning, setBeginning] = useState(false);
  const sides = useMeasurementContractsQuery({
    variables: { costEstimateId: estimateId },
    ...{ fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  const estimate = useMeasurementContractRowsQuery({
    variables: { companyId, id: estimateId },
    ...{ fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  const side = sides.data?.measurementContracts?.find(({ id }) => id === contractId);
  const rows = estimate.data?.costEstimateDetails?.details;
  if (side && rows)
    return (
      <>
        <SideEditor
          {...{ side, rows }}
          estimate={estimate.data?.costEstimate?.code ?? ''}
          onReload={() => void sides.refetch()}
          onMeasure={() => (side.latest ? onOpen(side.latest.id) : setBeginning(true))}
          onRemoved={onClose}
        />
        {beginning && (
          <NextDialog contractId={side.id} onClose={() => setBeginning(false)} onCreated={(id) => onOpen(id)} />
        )}
      </>
    );
  const error = sides.error ?? estimate.error;
  const isMissing = sides.data !== undefined && !side && !sides.loading;
  return (
    <Screen>
      <div className={sheetStyles.path}>
        <Breadcrumb steps={[{ label: 'Medições', to: MEASUREMENTS }]} />
      </div>
      {error || isMissing ? (
        <Failure
          error={error}
          remedy={gone(MEASUREMENTS)}
          message={error ? errorText(error, failures.side) : 'Contrato de medição não encontrado.'}
          onRetry={() => {
            void sides.refetch();
            void estimate.refetch();
          }}
        />
      ) : (
        <Skeleton rows={12} />
      )}
    </Screen>
  );
};
