import layout from '#web/form/document/document.module.css';
import { useMeasurableEstimatesQuery, useMeasurementSidesQuery } from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import {
  Banner,
  Button,
  Combobox,
  Dialog,
  Field,
  ReadingContext,
  Select,
  today,
  useReading,
  type Option,
} from '#web/ui/index.ts';
import { useState, type ReactNode } from 'react';
import { PeriodEndField, RetentionField } from './fields.tsx';
import { useMeasurementCalls } from './useMeasurementCalls.ts';
import { sideName } from './words.ts';

interface FrameProps {
  title: string;
  ready: boolean;
  onSave: () => Promise<string | undefined>;
  onCreated: (id: string) => void;
  onClose: () => void;
  children: ReactNode;
}

const Frame = ({ title, ready, onSave, onCreated, onClose, children }: FrameProps) => {
  const reading = useReading();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const id = await onSave();
    setBusy(false);
    if (id !== undefined) onCreated(id);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={!ready || Object.keys(reading.unread).length > 0}
            onClick={() => void save()}
          >
            Começar
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        <div className={layout.fields}>{children}</div>
      </ReadingContext>
    </Dialog>
  );
};

interface NewProps {
  onCreated: (id: string) => void;
  onClose: () => void;
}

/** The next measurement of a side: only its last day is asked. */
export const NextDialog = ({ contractId, onCreated, onClose }: NewProps & { contractId: string }) => {
  const calls = useMeasurementCalls();
  const [end, setEnd] = useState(today());
  return (
    <Frame
      title="Próxima medição"
      ready={end !== ''}
      onSave={() => calls.create(contractId, end)}
      {...{ onCreated, onClose }}
    >
      <PeriodEndField value={end} onChange={setEnd} />
    </Frame>
  );
};

/** Cost estimates that the choice offers. */
const MOST = 200;
/** The side of the customer before its first measurement. */
const FIRST = 'first';

/** A new measurement: of which cost estimate, of which side, until when. */
export const NewMeasurementDialog = ({ onCreated, onClose }: NewProps) => {
  const { companyId, buildingId } = usePlace();
  const calls = useMeasurementCalls();
  const [estimate, setEstimate] = useState<Option | null>(null);
  const [side, setSide] = useState('');
  const [retention, setRetention] = useState('5');
  const [end, setEnd] = useState(today());
  const { data } = useMeasurableEstimatesQuery({
    variables: { companyId, page: 0, size: MOST, filter: { approved: true, buildingId } },
  });
  const { data: known } = useMeasurementSidesQuery({
    variables: { costEstimateId: estimate?.id ?? '' },
    skip: estimate === null,
    fetchPolicy: 'network-only',
  });
  const sides = known?.measurementContracts ?? [];
  const customer = sides.some(({ kind }) => kind === 'CUSTOMER');
  const options = [
    ...(customer || !known ? [] : [{ value: FIRST, label: 'Cliente (primeira medição)' }]),
    ...sides.map((one) => ({ value: one.id, label: sideName(one) })),
  ];
  const chosen = options.some(({ value }) => value === side) ? side : (options[0]?.value ?? '');
  const current = sides.find(({ id }) => id === chosen)?.latest;
  const openNumber = current && current.status !== 'CLOSED' ? current.number : null;
  const estimates = data?.costEstimates?.content ?? [];
  const save = async () => {
    if (!estimate || end === '') return undefined;
    const contractId =
      chosen === FIRST
        ? await calls.createSide(estimate.id, 'CUSTOMER', { retentionPercentage: retention || '0' })
        : chosen;
    return contractId === undefined ? undefined : calls.create(contractId, end);
  };
  return (
    <Frame
      title="Nova medição"
      ready={estimate !== null && chosen !== '' && end !== '' && openNumber === null}
      onSave={save}
      {...{ onCreated, onClose }}
    >
      <Field
        label="Orçamento aprovado"
        required
        wide
        hint={data && estimates.length === 0 ? 'Nenhum orçamento aprovado: aprove um em Orçamentos.' : undefined}
      >
        <Combobox
          path="costEstimateId"
          value={estimate}
          options={estimates.map(({ id, code, description, building }) => ({
            id,
            label: `${code} ${description} · ${building?.name ?? ''}`,
          }))}
          clearable={false}
          onChange={setEstimate}
        />
      </Field>
      {estimate && (
        <Field label="Lado" required>
          <Select value={chosen} options={options} onChange={setSide} />
        </Field>
      )}
      <PeriodEndField value={end} onChange={setEnd} />
      {chosen === FIRST && <RetentionField value={retention} onChange={setRetention} />}
      {openNumber !== null && (
        <Banner
          tone="warning"
          action={current && <Button onClick={() => onCreated(current.id)}>Abrir a medição {openNumber}</Button>}
        >
          A medição {openNumber} deste lado ainda não foi fechada.
        </Banner>
      )}
    </Frame>
  );
};
