import { useAccessLost } from '#web/session/accessLost.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { EditorConflict } from '#web/form/EditorConflict.tsx';
import { FormPage } from '#web/form/FormPage.tsx';
import { useEditor } from '#web/form/useEditor.ts';
import { ApportionmentEditor } from '#web/financial/transactions/form/ApportionmentEditor.tsx';
import {
  useCreateTransactionModelMutation,
  useDeleteTransactionModelMutation,
  useUpdateTransactionModelMutation,
  type ModelRowFragment,
} from '#web/generated/financial.ts';
import { DeleteIcon, MoreIcon } from '#web/ui/icons.ts';
import { Button, Card, ConfirmDialog, IconButton, Menu, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import { forgetModels } from '../calls.ts';
import { MODELS } from '../words.ts';
import { formOfModel, inputOf, isModelForm, pathOf, problemsOf, type ModelForm } from './model.ts';
import { DataCard, RecurrenceCard, ValueCard } from './ModelFields.tsx';
import { NextCard } from './NextCard.tsx';

interface EditorProps {
  /** Null for a new model. */
  model: ModelRowFragment | null;
  /** What a new one begins with. */
  fresh: () => ModelForm;
  /** Tells the draft of one new model from that of another. */
  draftKey: string;
  onReload: () => void;
  onDone: () => void;
}

const OTHERS = 'Há obras neste modelo em que você não tem permissão: ele só pode ser consultado.';

/** The page of one model. */
export const ModelEditor = ({ model, fresh, draftKey, onReload, onDone }: EditorProps) => {
  const { companyId } = usePlace();
  const options = { update: forgetModels, context: { quiet: true } };
  const [create] = useCreateTransactionModelMutation(options);
  const [update] = useUpdateTransactionModelMutation(options);
  const [remove] = useDeleteTransactionModelMutation(options);
  const [removing, setRemoving] = useState(false);
  const accessLost = useAccessLost();
  const editor = useEditor<ModelRowFragment, ModelForm>({
    row: model,
    draftKey: `transactionModel.${companyId}.${draftKey}`,
    storedKey: `transactionModel.${companyId}.stored`,
    isForm: isModelForm,
    formOf: (row) => (row ? formOfModel(row) : fresh()),
    problemsOf,
    pathOf,
    save: async (form, row) => {
      const input = inputOf(form);
      const { data } = row
        ? await update({ variables: { companyId, id: row.id, version: row.version, input } })
        : await create({ variables: { companyId, input } });
      return data?.saved.model;
    },
    savedText: 'Modelo salvo',
    savedMore: ({ name }) => ({ detail: name }),
    failureText: 'Não foi possível salvar o modelo.',
    onSaved: onDone,
  });
  const { form, problems, set } = editor;
  const readOnly = model !== null && !model.canChange;
  const removeIt = async () => {
    if (!model) return;
    setRemoving(false);
    try {
      await remove({ variables: { companyId, id: model.id, version: model.version } });
      editor.forget();
      notifySuccess('Modelo excluído', { detail: model.name });
      onDone();
    } catch (error) {
      notifyFailure(error, 'Não foi possível excluir o modelo.');
    }
  };
  return (
    <FormPage
      title={model ? model.name : 'Novo modelo'}
      steps={[{ label: 'Modelos de lançamento', to: MODELS }]}
      status={
        <>
          {model?.paused === true && <StatusPill tone="neutral">pausado</StatusPill>}
          {editor.dirty && <StatusPill tone="warning">não salvo</StatusPill>}
        </>
      }
      form={editor}
      readOnly={readOnly ? OTHERS : undefined}
      onSave={() => void editor.save()}
      onDiscardDraft={editor.discardDraft}
      banners={<EditorConflict editor={editor} onReload={onReload} />}
      actions={(writable) =>
        writable && (
          <>
            {model && (
              <Menu
                trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />}
                actions={[{ label: 'Excluir…', icon: <DeleteIcon />, onClick: () => setRemoving(true) }]}
              />
            )}
            <Button variant="primary" shortcut="Ctrl S" busy={editor.saving} onClick={() => void editor.save()}>
              Salvar
            </Button>
          </>
        )
      }
      aside={<NextCard form={form} made={model?.documentCount ?? 0} />}
      below={
        <ConfirmDialog
          open={removing}
          title="Excluir o modelo?"
          text="Os lançamentos já criados por ele ficam. Isto não pode ser desfeito."
          confirm="Excluir"
          danger
          onConfirm={() => void removeIt()}
          onCancel={() => setRemoving(false)}
        />
      }
    >
      <DataCard editor={editor} isNew={model === null} />
      <RecurrenceCard editor={editor} />
      <ValueCard editor={editor} />
      <Card>
        <ApportionmentEditor
          state={{ form, problems, edit: (edit) => set({ apportionments: edit(form).apportionments }) }}
          readOnly={readOnly || accessLost}
          percentagesOnly
          otherBuildingsValue={model?.otherBuildingsWeight ?? null}
        />
      </Card>
    </FormPage>
  );
};
