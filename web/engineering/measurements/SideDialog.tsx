import { Decimal } from '#domain/decimal.ts';
import { decimal4, toTenThousandths } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import layout from '#web/form/document/document.module.css';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import { useMeasurementContractRowsQuery, type MeasurementContractRowsQuery } from '#web/generated/engineering.ts';
import {
  Button,
  Checkbox,
  Combobox,
  Dialog,
  Field,
  QuantityInput,
  ReadingContext,
  Skeleton,
  useReading,
  type Option,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { RetentionField } from './fields.tsx';
import styles from './sheet/sheet.module.css';
import { useMeasurementCalls } from './useMeasurementCalls.ts';
import type { Head } from './words.ts';

type Detail = NonNullable<MeasurementContractRowsQuery['costEstimateDetails']>['details'][number];

interface Stage {
  id: string;
  description: string;
  lines: readonly Detail[];
}

/** Top stages with the lines in them that have a quantity and a price. */
const stagesOf = (details: readonly Detail[]): Stage[] => {
  const stages: { id: string; description: string; lines: Detail[] }[] = [];
  for (const row of details) {
    if (row.level === 0 && row.type === 'GROUP') stages.push({ id: row.id, description: row.description, lines: [] });
    else if (row.type !== 'GROUP' && row.unitPrice && toTenThousandths(row.quantity ?? '0') > 0n)
      stages.at(-1)?.lines.push(row);
  }
  return stages.filter(({ lines }) => lines.length > 0);
};

/** His lines: quantities of the cost estimate at a part of its prices without BDI. */
const linesAt = (lines: readonly Detail[], percentage: string) =>
  lines.map(({ id, quantity, unitPrice }) => ({
    id,
    quantity: quantity ?? '0',
    unitPrice: decimal4(new Decimal(unitPrice ?? '0').times(percentage).div(100)),
  }));

interface SideDialogProps {
  head: Head;
  onClose: () => void;
  onCreated: (contractId: string) => void;
}

/** A contractor as another side of the measurements: who he is, which stages he builds, at what prices. */
export const SideDialog = ({ head, onClose, onCreated }: SideDialogProps) => {
  const calls = useMeasurementCalls();
  const reading = useReading();
  const partners = usePartnerChoice('DEBIT');
  const [partner, setPartner] = useState<Option | null>(null);
  const [retention, setRetention] = useState('5');
  const [prices, setPrices] = useState('100');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const { data } = useMeasurementContractRowsQuery({
    variables: { companyId: head.companyId, id: head.costEstimate.id },
    fetchPolicy: 'no-cache',
  });
  const stages = data?.costEstimateDetails ? stagesOf(data.costEstimateDetails.details) : null;
  const lines = stages?.filter(({ id }) => chosen.has(id)).flatMap((stage) => stage.lines) ?? [];
  const choose = (id: string, on: boolean) =>
    setChosen((now) => new Set(on ? [...now, id] : [...now].filter((one) => one !== id)));
  const ready =
    partner !== null && lines.length > 0 && /[1-9]/.test(prices) && Object.keys(reading.unread).length === 0;
  const save = async () => {
    setBusy(true);
    const id = await calls.createSide(head.costEstimate.id, 'CONTRACTOR', {
      partnerId: partner?.id ?? null,
      retentionPercentage: retention || '0',
      lines: linesAt(lines, prices),
    });
    setBusy(false);
    if (id !== undefined) onCreated(id);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Novo contratado"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={busy} disabled={!ready} onClick={() => void save()}>
            Incluir
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        <div className={layout.fields}>
          <Field label="Contratado" required wide>
            <Combobox path="partnerId" value={partner} loadOptions={partners.load} onChange={setPartner} />
          </Field>
          <Field
            label="Preços: % do custo do orçamento"
            required
            error={reading.unread['prices']?.problem}
            hint="Preço unitário sem BDI, vezes este percentual."
          >
            <QuantityInput path="prices" places={2} value={prices} onChange={setPrices} />
          </Field>
          <RetentionField value={retention} onChange={setRetention} />
        </div>
        <div className={styles.choices} role="group" aria-label="Etapas do contratado">
          {stages?.map(({ id, description, lines: inside }) => (
            <Checkbox
              key={id}
              label={`${description} (${counted(inside.length, 'serviço')})`}
              checked={chosen.has(id)}
              onChange={(on) => choose(id, on)}
            />
          )) ?? <Skeleton rows={3} />}
        </div>
      </ReadingContext>
    </Dialog>
  );
};
