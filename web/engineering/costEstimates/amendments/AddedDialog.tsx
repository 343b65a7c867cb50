import { formatPercentage } from '#domain/numberFormat.ts';
import { isPositive, toTenThousandths } from '#domain/money.ts';
import layout from '#web/form/document/document.module.css';
import {
  Button,
  Dialog,
  Field,
  QuantityInput,
  ReadingContext,
  Select,
  TextInput,
  unreadProblems,
  useReading,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { CatalogueSearch } from '../editor/CatalogueSearch.tsx';
import type { AddedLine, EditedRow } from './model.ts';

interface AddedDialogProps {
  line: AddedLine;
  isNew: boolean;
  stages: readonly EditedRow[];
  bdis: readonly { id: string; name: string; percentage: string }[];
  onSave: (line: AddedLine) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** No stage, and the default BDI of the estimate. */
const NONE = 'none';

const problemsOf = ({ description, quantity, unitPrice }: AddedLine): Record<string, string> => ({
  ...(description.trim() === '' ? { description: 'Informe a descrição' } : {}),
  ...(quantity === '' || toTenThousandths(quantity) <= 0n ? { quantity: 'Informe uma quantidade maior que zero' } : {}),
  ...(unitPrice === '' || toTenThousandths(unitPrice) <= 0n ? { unitPrice: 'Informe um preço maior que zero' } : {}),
});

/** A line that the amendment adds: typed, or with text and price of the catalogue. */
export const AddedDialog = ({ line, isNew, stages, bdis, onSave, onRemove, onClose }: AddedDialogProps) => {
  const [form, setForm] = useState(line);
  const [checked, setChecked] = useState(false);
  const reading = useReading();
  const problems: Record<string, string> = {
    ...(checked ? problemsOf(form) : {}),
    ...unreadProblems(reading.unread),
  };
  const set = (values: Partial<AddedLine>) => setForm((now) => ({ ...now, ...values }));
  const save = () => {
    setChecked(true);
    if (Object.keys({ ...problemsOf(form), ...reading.unread }).length > 0) return;
    onSave({ ...form, description: form.description.trim(), unit: form.unit.trim() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Serviço novo' : line.description}
      actions={
        <>
          {!isNew && <Button onClick={onRemove}>Retirar do aditivo</Button>}
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={save}>
            {isNew ? 'Incluir' : 'Aplicar'}
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        <div className={layout.fields}>
          <Field label="Do catálogo" wide hint="Traz descrição, unidade e preço, que podem ser mudados">
            <CatalogueSearch
              kind="TASK"
              label="Serviço ou insumo do catálogo"
              onChoose={({ name, unit, price, code }) =>
                set({ description: name, unit, unitPrice: price ?? '', sourceCode: code })
              }
            />
          </Field>
          <Field label="Descrição" required wide error={problems.description}>
            <TextInput
              value={form.description}
              maxLength={1000}
              onChange={(description) => set({ description, sourceCode: null })}
            />
          </Field>
          <Field label="Etapa">
            <Select
              value={form.parentId ?? NONE}
              options={[
                ...stages.map(({ key, code, description }) => ({ value: key, label: `${code} ${description}` })),
                { value: NONE, label: 'Sem etapa' },
              ]}
              onChange={(parentId) => set({ parentId: parentId === NONE ? null : parentId })}
            />
          </Field>
          <Field label="Unidade">
            <TextInput value={form.unit} maxLength={20} onChange={(unit) => set({ unit })} />
          </Field>
          <Field label="Quantidade" required error={problems.quantity}>
            <QuantityInput path="quantity" value={form.quantity} onChange={(quantity) => set({ quantity })} />
          </Field>
          <Field label="Preço unitário, sem BDI" required error={problems.unitPrice}>
            <QuantityInput
              path="unitPrice"
              symbol="R$"
              value={form.unitPrice}
              onChange={(unitPrice) => set({ unitPrice })}
            />
          </Field>
          {bdis.some(({ percentage }) => isPositive(percentage)) && (
            <Field label="BDI">
              <Select
                value={form.bdiId ?? NONE}
                options={[
                  { value: NONE, label: 'Padrão do orçamento' },
                  ...bdis.map(({ id, name, percentage }) => ({
                    value: id,
                    label: `${name} · ${formatPercentage(percentage)}`,
                  })),
                ]}
                onChange={(bdiId) => set({ bdiId: bdiId === NONE ? null : bdiId })}
              />
            </Field>
          )}
        </div>
      </ReadingContext>
    </Dialog>
  );
};
