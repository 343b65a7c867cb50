import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import {
  useMeasurementSheetQuery,
  useMeasurementSidesQuery,
  type MeasurementSheetQuery,
  type MeasurementSideFragment,
} from '#web/generated/engineering.ts';
import { Breadcrumb, Screen, Skeleton, useIsPhone } from '#web/ui/index.ts';
import { useState } from 'react';
import { PhoneSheet } from './phone/PhoneSheet.tsx';
import { SheetEditor } from './sheet/SheetEditor.tsx';
import sheetStyles from './sheet/sheet.module.css';
import { SheetDialogs, type Asked } from './SheetDialogs.tsx';
import { useMeasurementCalls } from './useMeasurementCalls.ts';
import { useSheet } from './useSheet.ts';
import { failures, MEASUREMENTS } from './words.ts';

interface SheetPageProps {
  id: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

interface LoadedProps extends Omit<SheetPageProps, 'id'> {
  loaded: NonNullable<MeasurementSheetQuery['measurementRows']>;
}

const LoadedSheet = ({ loaded, onOpen, onClose }: LoadedProps) => {
  const sheet = useSheet(loaded);
  const { head } = sheet;
  const phone = useIsPhone();
  const calls = useMeasurementCalls();
  const [asked, ask] = useState<Asked>(null);
  const { data } = useMeasurementSidesQuery({
    variables: { costEstimateId: head.costEstimate.id },
    context: { quiet: true },
  });
  const sides = data?.measurementContracts ?? [];
  const openSide = ({ id, latest }: MeasurementSideFragment) => {
    if (id === head.contractId) return;
    if (latest) onOpen(latest.id);
    else ask({ kind: 'next', contractId: id });
  };
  // What is missing is asked for once; after that the boletim is printed as it is.
  const [waived, waive] = useState(false);
  const print = () => {
    ask(null);
    waive(true);
    void calls.bulletin(head);
  };
  const bulletin = async () => {
    await sheet.queue.flush();
    const gaps = waived ? [] : await calls.bulletinGaps(head);
    if (gaps.length > 0) ask({ kind: 'bulletin', gaps });
    else await calls.bulletin(head);
  };
  return (
    <>
      {phone ? (
        <PhoneSheet {...{ sheet, ask, onClose }} onBulletin={() => void bulletin()} />
      ) : (
        <SheetEditor {...{ sheet, sides, ask }} onSide={openSide} onBulletin={() => void bulletin()} />
      )}
      <SheetDialogs
        {...{ sheet, asked }}
        onDone={() => ask(null)}
        onPrint={print}
        onOpen={(id) => {
          ask(null);
          onOpen(id);
        }}
        onRemoved={onClose}
        onSide={(contractId) => ask({ kind: 'next', contractId })}
      />
    </>
  );
};

/** The page of one measurement, at the desk or on a phone. */
export const SheetPage = ({ id, onOpen, onClose }: SheetPageProps) => {
  const { data, error, refetch } = useMeasurementSheetQuery({
    variables: { measurementId: id },
    // Rows of two measurements have the same keys, and one is read once and edited here.
    ...{ fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  if (data?.measurementRows) return <LoadedSheet loaded={data.measurementRows} {...{ onOpen, onClose }} />;
  return (
    <Screen>
      <div className={sheetStyles.path}>
        <Breadcrumb steps={[{ label: 'Medições', to: MEASUREMENTS }]} />
      </div>
      {(error ?? data) ? (
        <Failure
          error={error}
          message={error ? errorText(error, failures.one) : 'Medição não encontrada.'}
          onRetry={() => void refetch()}
          remedy={gone(MEASUREMENTS)}
        />
      ) : (
        <Skeleton rows={14} />
      )}
    </Screen>
  );
};
