import layout from '#web/form/document/document.module.css';
import { notifyFailure } from '#web/client/notify.ts';
import { useBuildingChoice, useChosenBuilding } from '#web/choices/useBuildingChoice.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import type { CostEstimateHeaderFragment, CostEstimateInput } from '#web/generated/engineering.ts';
import { begunOption, begunText, type Begun } from '#web/session/begun.ts';
import { Button, Combobox, Dialog, Field, ReadingContext, TextInput, useReading, type Option } from '#web/ui/index.ts';
import { useState } from 'react';
import { headerProblems } from './calls.ts';
import { failures } from './words.ts';

/** The header of a cost estimate as its dialog has it. */
export interface HeaderForm {
  code: string;
  description: string;
  building: Option | null;
  customer: Option | null;
}

interface HeaderDialogProps {
  title: string;
  /** Text of its main button: "Criar", "Duplicar", "Salvar". */
  confirm: string;
  initial: Partial<HeaderForm>;
  /** Stores the header; throws the gateway's error. */
  onSave: (input: CostEstimateInput) => Promise<CostEstimateHeaderFragment | undefined>;
  onSaved: (saved: CostEstimateHeaderFragment) => void;
  onClose: () => void;
}

const optionOf = (row: { id: string; name: string } | null | undefined): Option | null =>
  row ? { id: row.id, label: row.name } : null;

export const headerFormOf = (
  row: Pick<CostEstimateHeaderFragment, 'code' | 'description' | 'building' | 'customer'>,
): HeaderForm => ({
  ...{ code: row.code, description: row.description },
  ...{ building: optionOf(row.building), customer: optionOf(row.customer) },
});

/** The header as the assistant understood it; without an obra, that of the place. */
export const begunHeader = (begun: Begun): Partial<HeaderForm> => {
  const building = begunOption(begun, 'building');
  return {
    ...(building && { building }),
    customer: begunOption(begun, 'partner'),
    description: begunText(begun, 'description') || begunText(begun, 'name'),
  };
};

const missingOf = ({ code, description, building }: HeaderForm): Record<string, string> => ({
  ...(code.trim() === '' ? { code: 'Informe o código do orçamento' } : {}),
  ...(description.trim() === '' ? { description: 'Informe a descrição do orçamento' } : {}),
  ...(building === null ? { buildingId: 'Escolha a obra' } : {}),
});

/** The header of a cost estimate: saved first, its rows afterwards (§4). */
export const HeaderDialog = ({ title, confirm, initial, onSave, onSaved, onClose }: HeaderDialogProps) => {
  const chosen = useChosenBuilding();
  const [form, setForm] = useState<HeaderForm>({
    ...{ code: '', description: '', building: chosen, customer: null },
    ...initial,
  });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const reading = useReading();
  const buildings = useBuildingChoice();
  const customers = usePartnerChoice('CREDIT');
  const set = (values: Partial<HeaderForm>) => setForm((now) => ({ ...now, ...values }));
  const send = async () => {
    const missing = missingOf(form);
    setProblems(missing);
    if (!form.building || Object.keys(missing).length > 0 || Object.keys(reading.unread).length > 0) return;
    const { code, description, building, customer } = form;
    setBusy(true);
    try {
      const saved = await onSave({
        ...{ code: code.trim(), description: description.trim(), buildingId: building.id },
        customerId: customer?.id ?? null,
      });
      if (saved) onSaved(saved);
    } catch (error) {
      const refused = headerProblems(error);
      setProblems(refused);
      if (Object.keys(refused).length === 0) notifyFailure(error, failures.save);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            {confirm}
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        <div className={layout.fields}>
          <Field label="Código" required error={problems.code}>
            <TextInput
              value={form.code}
              maxLength={40}
              autoFocus
              autoComplete="off"
              onChange={(code) => set({ code })}
            />
          </Field>
          <Field label="Obra" required error={problems.buildingId}>
            <Combobox
              path="buildingId"
              value={form.building}
              options={buildings.options}
              clearable={false}
              onChange={(building) => set({ building })}
            />
          </Field>
          <Field label="Descrição" required wide error={problems.description}>
            <TextInput value={form.description} maxLength={200} onChange={(description) => set({ description })} />
          </Field>
          <Field label="Cliente" wide error={problems.customerId}>
            <Combobox
              path="customerId"
              value={form.customer}
              loadOptions={customers.load}
              onChange={(customer) => set({ customer })}
            />
          </Field>
        </div>
      </ReadingContext>
    </Dialog>
  );
};
