import { formatCurrency, isNegative } from '#domain/money.ts';
import { useBuildingChoice, useChosenBuilding } from '#web/choices/useBuildingChoice.ts';
import { useCategoryChoice } from '#web/choices/useCategoryChoice.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import { useStageChoice } from '#web/choices/useStageChoice.ts';
import styles from '#web/form/document/document.module.css';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { useForm } from '#web/form/useForm.ts';
import {
  Button,
  Combobox,
  Dialog,
  Field,
  FirstProblem,
  type Option,
  ReadingContext,
  TextInput,
} from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { itemOfSelection, type Picked } from '../items.ts';
import { type Line, unsigned } from '../model.ts';
import { sumsOf } from '../offers.ts';
import type { Work } from '../useWork.ts';
import { useAnswer } from './useAnswer.tsx';

interface DocumentForm {
  category: Option | null;
  partner: Option | null;
  building: Option | null;
  stage: Option | null;
  documentNumber: string;
  description: string;
}

const option = (named: { id: string; name: string } | null | undefined): Option | null =>
  named ? { id: named.id, label: named.name } : null;

const NONE = () => ({});

/** Names of the service's fields, as the form calls them. */
const FIELDS: Readonly<Record<string, string>> = {
  costEstimateGroup: 'stage',
  transactionRecordBuildings: 'building',
};

interface DocumentDialogProps {
  lines: readonly Line[];
  /** What else answers the lines: the document is of the rest. */
  picked: readonly Picked[];
  work: Work;
}

/** A paid document of what lines moved, filled in by the guess of the first line. */
export const DocumentDialog = ({ lines, picked, work }: DocumentDialogProps) => {
  const [first] = lines;
  const chosen = useChosenBuilding();
  const [opened] = useState<DocumentForm>(() => ({
    category: option(first?.guess?.category),
    partner: option(first?.guess?.partner),
    // A tarifa is of no obra, also where one is chosen.
    building: first?.guess ? option(first.guess.building) : chosen,
    ...{ stage: null, documentNumber: '', description: '' },
  }));
  const { form, set, problems, check, refuse, reading, refusals } = useForm(opened, opened, NONE);
  const { rest } = sumsOf(lines, picked);
  const expense = isNegative(rest);
  const type = expense ? 'DEBIT' : 'CREDIT';
  const partners = usePartnerChoice(type);
  const categories = useCategoryChoice(type);
  const buildings = useBuildingChoice();
  const stages = useStageChoice(form.building?.id ?? null);
  const answer = useAnswer({ work, prefix: 'document', fields: FIELDS, refuse });
  const save = (): void => {
    if (!check()) return;
    const { category, partner, building, stage, documentNumber, description } = form;
    void answer.send({
      ...itemOfSelection(lines, picked),
      document: {
        ...{ categoryId: category?.id ?? null, partnerId: partner?.id ?? null, buildingId: building?.id ?? null },
        costEstimateGroupId: building ? (stage?.id ?? null) : null,
        ...{ documentNumber: documentNumber || null, description: description || null },
      },
    });
  };
  useEditorKeys({ onSave: save, inDialog: true });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  const choose = async (field: 'partner' | 'category', made: Promise<Option | null> | undefined) => {
    const value = await made;
    if (value) set({ [field]: value });
  };
  return (
    <Dialog
      open
      onClose={work.close}
      title={`${expense ? 'Criar despesa' : 'Criar receita'} de ${formatCurrency(unsigned(rest))}`}
      actions={
        <>
          <Button onClick={work.close}>Cancelar</Button>
          <Button variant="primary" type="submit" form="bank-document" shortcut="Ctrl S" busy={answer.busy}>
            Criar e conciliar
          </Button>
        </>
      }
    >
      <form id="bank-document" onSubmit={submit} noValidate className={styles.fields}>
        <ReadingContext value={reading}>
          <Field
            label="Categoria"
            error={problems.category}
            hint={first?.guess ? `Sugestão: ${first.guess.reason}` : undefined}
          >
            <Combobox
              autoFocus
              path="category"
              value={form.category}
              onChange={(category) => set({ category })}
              options={categories.options}
              loading={categories.loading}
              onCreate={categories.create && ((name) => void choose('category', categories.create?.(name)))}
              createVerb="Cadastrar"
            />
          </Field>
          <Field label={expense ? 'Fornecedor' : 'Cliente'} error={problems.partner} hint={form.partner?.hint}>
            <Combobox
              path="partner"
              value={form.partner}
              onChange={(partner) => set({ partner })}
              loadOptions={partners.load}
              onCreate={(name) => void choose('partner', partners.create(name))}
              createVerb="Cadastrar"
            />
          </Field>
          <Field label="Obra" error={problems.building}>
            <Combobox
              path="building"
              value={form.building}
              onChange={(building) => set({ building, stage: null })}
              options={buildings.options}
              placeholder="Sem obra"
            />
          </Field>
          <Field label="Etapa" error={problems.stage}>
            <Combobox
              path="stage"
              value={form.stage}
              onChange={(stage) => set({ stage })}
              options={stages.options}
              loading={stages.loading}
              disabled={form.building === null}
              placeholder={form.building === null ? 'Escolha a obra antes' : 'Sem etapa'}
            />
          </Field>
          <Field label="Documento" error={problems.documentNumber}>
            <TextInput
              value={form.documentNumber}
              onChange={(documentNumber) => set({ documentNumber })}
              maxLength={60}
              placeholder="NF 1.234"
            />
          </Field>
          <Field label="Descrição" error={problems.description} hint="Em branco: as palavras do banco">
            <TextInput
              value={form.description}
              onChange={(description) => set({ description })}
              maxLength={200}
              placeholder={first?.memo}
            />
          </Field>
        </ReadingContext>
        <FirstProblem refusals={refusals} />
        {answer.problem}
      </form>
    </Dialog>
  );
};
