import { counted } from '#domain/numberFormat.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { useCategoryChoice } from '#web/choices/useCategoryChoice.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import layout from '#web/form/document/document.module.css';
import { EditorConflict } from '#web/form/EditorConflict.tsx';
import { FormPage } from '#web/form/FormPage.tsx';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';
import { useEditor } from '#web/form/useEditor.ts';
import { DeleteIcon, MoreIcon } from '#web/ui/icons.ts';
import { Banner, Button, Combobox, CountInput, Field, IconButton, Menu, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import { RetentionField } from '../fields.tsx';
import { failures, MEASUREMENTS, sideName } from '../words.ts';
import { formOf, isSideForm, problemsOfContractor, problemsOfCustomer, type EstimateRow, type Side } from './model.ts';
import { RetentionCard } from './RetentionCard.tsx';
import { SideLines } from './SideLines.tsx';
import { useSideCalls } from './useSideCalls.ts';

interface SideEditorProps {
  side: Side;
  /** Code of the cost estimate. */
  estimate: string;
  rows: readonly EstimateRow[];
  onReload: () => void;
  /** Opens its latest measurement, or begins the first. */
  onMeasure: () => void;
  onRemoved: () => void;
}

const MOST_DAYS = 365;

/** One side of the measurements of a cost estimate: whose it is, how it is paid, what is contracted (mock 26). */
export const SideEditor = ({ side, estimate, rows, onReload, onMeasure, onRemoved }: SideEditorProps) => {
  const contractor = side.kind === 'CONTRACTOR';
  const calls = useSideCalls();
  const partners = usePartnerChoice('DEBIT');
  const categories = useCategoryChoice(contractor ? 'DEBIT' : 'CREDIT');
  const [removing, setRemoving] = useState(false);
  const editor = useEditor({
    ...{ row: side, draftKey: 'measurementSide', isForm: isSideForm, formOf },
    problemsOf: contractor ? problemsOfContractor : problemsOfCustomer,
    save: (form, row) => calls.save(form, row ?? side, rows),
    savedText: 'Contrato de medição salvo',
    failureText: failures.side,
    onSaved: () => undefined,
  });
  const { form, set, problems, dirty } = editor;
  const refused = Object.entries(problems).find(([path]) => path === 'lines' || path.startsWith('lines.'))?.[1];
  return (
    <FormPage
      title={contractor ? (form.partner?.label ?? sideName(side)) : 'Cliente'}
      steps={[{ label: 'Medições', to: MEASUREMENTS }]}
      status={
        <>
          <StatusPill tone="neutral">contrato de medição de {estimate}</StatusPill>
          <StatusPill tone="neutral">{counted(side.measurementCount, 'medição', 'medições')}</StatusPill>
          {dirty && <StatusPill tone="warning">não salvo</StatusPill>}
        </>
      }
      form={editor}
      onSave={() => void editor.save()}
      onDiscardDraft={editor.discardDraft}
      banners={
        <>
          <EditorConflict editor={editor} onReload={onReload} />
          {refused !== undefined && (
            <Banner tone="error" problem>
              {refused}
            </Banner>
          )}
        </>
      }
      actions={(writable) => (
        <>
          <Menu
            trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />}
            actions={[{ label: 'Excluir contrato…', icon: <DeleteIcon />, onClick: () => setRemoving(true) }]}
          />
          <Button onClick={onMeasure}>
            {side.latest ? `Abrir a medição ${side.latest.number}` : 'Começar a medir'}
          </Button>
          {writable && (
            <Button variant="primary" shortcut="Ctrl S" busy={editor.saving} onClick={() => void editor.save()}>
              Salvar
            </Button>
          )}
        </>
      )}
      aside={<RetentionCard side={side} />}
      below={
        <RemoveDialog
          open={removing}
          title="Excluir este contrato de medição?"
          text="Quantidades e preços dele se perdem. Isto não pode ser desfeito."
          failureText={failures.removeSide}
          onRemove={() =>
            calls.remove(side).then(
              () => null,
              (error: unknown) => error,
            )
          }
          onRemoved={() => {
            editor.forget();
            notifySuccess('Contrato de medição excluído');
            onRemoved();
          }}
          onCancel={() => setRemoving(false)}
        />
      }
    >
      <div className={layout.fields}>
        {contractor && (
          <Field label="Contratado" required wide error={problems.partnerId ?? problems.partner}>
            <Combobox
              path="partnerId"
              value={form.partner}
              loadOptions={partners.load}
              onChange={(partner) => set({ partner })}
            />
          </Field>
        )}
        <Field
          label={contractor ? 'Categoria das despesas' : 'Categoria das receitas'}
          error={problems.categoryId ?? problems.category}
        >
          <Combobox
            path="categoryId"
            value={form.category}
            options={categories.options}
            onChange={(category) => set({ category })}
          />
        </Field>
        <RetentionField
          value={form.retentionPercentage}
          problem={problems.retentionPercentage}
          onChange={(retentionPercentage) => set({ retentionPercentage })}
        />
        <Field label="Dias até o vencimento" error={problems.paymentDays} hint="Contados do fim do período medido.">
          <CountInput
            path="paymentDays"
            value={form.paymentDays}
            problemOf={(days) => (days > MOST_DAYS ? `No máximo ${MOST_DAYS} dias` : undefined)}
            onChange={(paymentDays) => set({ paymentDays })}
          />
        </Field>
      </div>
      {contractor ? (
        <SideLines
          rows={rows}
          lines={form.lines}
          writable
          problem={problems.prices}
          onChange={(lines) => set({ lines })}
        />
      ) : (
        <Banner tone="info">Serviços, quantidades e preços do cliente são os do orçamento {estimate}, com BDI.</Banner>
      )}
    </FormPage>
  );
};
