import { counted } from '#domain/numberFormat.ts';
import { errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { ConflictBanner } from '#web/form/document/ConflictBanner.tsx';
import { FormPage } from '#web/form/FormPage.tsx';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';
import { same } from '#web/form/same.ts';
import { useTaskImpactQuery, type TaskChoicesQuery, type TaskDetailFragment } from '#web/generated/engineering.ts';
import { textsOf } from '#web/register/noun.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { CopyIcon, DeleteIcon, HistoryIcon, MoreIcon } from '#web/ui/icons.ts';
import { Banner, Button, Card, IconButton, Menu, StatusPill, ViewTabs } from '#web/ui/index.ts';
import { useSettled } from '#web/ui/useSettled.ts';
import { useMemo, useState } from 'react';
import { BasePill } from '../BasePill.tsx';
import { CopyDialog, ownDatabases } from '../CopyDialog.tsx';
import { failures, noun, TASKS } from '../words.ts';
import { CurveView } from './CurveView.tsx';
import { setFields } from './edits.ts';
import styles from './editor.module.css';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { formOf } from './model.ts';
import { OverwriteDialog } from './OverwriteDialog.tsx';
import { PriceCard } from './PriceCard.tsx';
import { TaskFields } from './TaskFields.tsx';
import { TaskLines } from './TaskLines.tsx';
import { figuresOf } from './totals.ts';
import { TreeView } from './TreeView.tsx';
import { UsesCard } from './UsesCard.tsx';
import { useTaskEditor } from './useTaskEditor.ts';

export interface TaskEditorProps {
  /** Null for a new composition. */
  task: TaskDetailFragment | null;
  choices: TaskChoicesQuery | undefined;
  onOpen: (id: string, history?: 'push' | 'replace') => void;
  onClose: () => void;
  onMove?: (direction: 1 | -1) => void;
}

const texts = textsOf(noun);

const readOnlyText = (task: TaskDetailFragment | null, mayWrite: boolean): string | undefined => {
  if (!mayWrite) return 'Sem permissão de engenharia, as composições só podem ser consultadas.';
  return task?.readOnly
    ? 'As composições do SINAPI só mudam por importação. Duplique para ter uma própria.'
    : undefined;
};

type View = 'items' | 'tree' | 'curve';
type Asked = 'history' | 'copy' | 'remove' | 'overwrite' | 'asNew' | null;

/** The page of one composition (mock 24). */
export const TaskEditor = ({ task, choices, onOpen, onClose, onMove }: TaskEditorProps) => {
  const mayWrite = useSession().may({ anyOf: ['ENGINEERING'] });
  const { draft, calls, history, editor } = useTaskEditor({
    ...{ task, onClose, costDatabaseId: ownDatabases(choices)[0]?.id ?? '' },
    onSaved: (id) => onOpen(id, 'replace'),
  });
  const { state } = draft;
  const { form, saved, dirty } = state;
  const [view, setView] = useState<View>('items');
  const [asked, setAsked] = useState<Asked>(null);
  const readOnly = readOnlyText(task, mayWrite);
  const published = task?.readOnly === true;
  const publishedPrice = task?.unitPrice ?? null;
  const figures = useMemo(
    () => figuresOf(form.items, published ? { price: publishedPrice } : null),
    [form.items, published, publishedPrice],
  );
  const linesChanged = !same(form.items, saved.items);
  const settled = useSettled(figures.price, 400);
  const impactAnswer = useTaskImpactQuery({
    variables: { id: task?.id ?? '', unitPrice: settled },
    skip: task === null || published,
    context: { quiet: true },
  });
  // While the answer for another price is under way, the last one tells whether others use it.
  const known = (impactAnswer.data ?? impactAnswer.previousData)?.taskImpact;
  const impact = known ?? { compositions: task?.uses ?? 0, changed: 0, openEstimates: 0 };
  const save = () => {
    if (task && linesChanged && impact.compositions + impact.openEstimates > 0 && state.check()) setAsked('overwrite');
    else void editor.save();
  };
  /** Stores what was typed as another composition; the stored one stays as it is. */
  const saveAsNew = async (code: string): Promise<string | null> => {
    try {
      const created = await calls.createFrom({ ...form, code });
      if (!created || !task) return null;
      notifySuccess(texts.saved, { detail: `${created.code} ${created.description}` });
      editor.accept(task);
      onOpen(created.id);
      return null;
    } catch (error) {
      const fields = fieldProblems(error);
      const own = fields.find(({ path }) => /(^|\.)code$/.test(path));
      if (!own) {
        state.refuse(fields);
        notifyFailure(error, failures.save);
        setAsked(null);
      }
      return own?.message ?? errorText(error);
    }
  };
  const remove = async (): Promise<unknown> => {
    try {
      await calls.remove();
    } catch (error) {
      return error;
    }
    return null;
  };
  const removed = () => {
    if (task) editor.accept(task);
    notifySuccess(texts.deleted);
    onClose();
  };
  const deactivate = async () => {
    if (!task) return;
    setAsked(null);
    try {
      const stored = await calls.save({ ...formOf(task), active: false }, task.version);
      if (stored) editor.accept(stored);
      notifySuccess(texts.toggled(false));
    } catch (error) {
      notifyFailure(error, failures.save);
    }
  };
  return (
    <FormPage
      title={form.description.trim() === '' ? texts.create : form.description}
      steps={[{ label: 'Serviços', to: TASKS }]}
      status={
        <>
          {task && <BasePill base={task.costDatabase} short />}
          {!form.active && <StatusPill tone="neutral">Inativa</StatusPill>}
          {dirty && <StatusPill tone="warning">não salva</StatusPill>}
        </>
      }
      form={{ ...state, saving: editor.saving, keptAt: draft.keptAt, row: draft.stored }}
      readOnly={readOnly}
      feminine
      onMove={onMove}
      onSave={save}
      onDiscardDraft={editor.discard}
      banners={editor.conflict && <ConflictBanner {...editor.conflict} />}
      actions={(writable) => (
        <>
          {task && !published && (
            <Button variant="subtle" icon={<HistoryIcon />} onClick={() => setAsked('history')}>
              Histórico
            </Button>
          )}
          {task && mayWrite && (
            <Button icon={<CopyIcon />} onClick={() => setAsked('copy')}>
              Duplicar
            </Button>
          )}
          {task && writable && (
            <Menu
              trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />}
              actions={[
                { label: 'Salvar como nova…', onClick: () => state.check() && setAsked('asNew') },
                {
                  label: form.active ? 'Desativar' : 'Reativar',
                  onClick: () => history.edit(setFields({ active: !form.active })),
                },
                { label: 'Excluir', icon: <DeleteIcon />, separated: true, onClick: () => setAsked('remove') },
              ]}
            />
          )}
          {writable && (
            <Button variant="primary" shortcut="Ctrl S" busy={editor.saving} onClick={save}>
              Salvar
            </Button>
          )}
        </>
      )}
      aside={
        <>
          <PriceCard
            figures={figures}
            unit={form.unit?.label}
            published={published}
            empty={form.items.length === 0}
            referringId={task?.sourceReference ? task.id : null}
          />
          {task && <UsesCard id={task.id} unit={task.unit?.acronyms} />}
          {task && linesChanged && impact.changed > 0 && (
            <Banner tone="info">
              Salvar muda o preço aqui e em {counted(impact.changed, 'composição', 'composições')}.
            </Banner>
          )}
        </>
      }
      below={
        <>
          {asked === 'history' && task && <HistoryDrawer task={task} onClose={() => setAsked(null)} />}
          {asked === 'copy' && task && (
            <CopyDialog
              task={task}
              choices={choices}
              onClose={() => setAsked(null)}
              onCopied={(id) => {
                setAsked(null);
                onOpen(id);
              }}
            />
          )}
          {(asked === 'overwrite' || asked === 'asNew') && task && (
            <OverwriteDialog
              code={task.code}
              before={task.unitPrice}
              after={figures.price}
              compositions={impact.compositions}
              openEstimates={impact.openEstimates}
              asNew={asked === 'asNew'}
              onOverwrite={() => {
                setAsked(null);
                void editor.save();
              }}
              onSaveAsNew={saveAsNew}
              onClose={() => setAsked(null)}
            />
          )}
          {task && (
            <RemoveDialog
              open={asked === 'remove'}
              title={`Excluir ${task.code}?`}
              text={`${texts.loss} Isto não pode ser desfeito.`}
              failureText={failures.remove}
              onRemove={remove}
              onRemoved={removed}
              onCancel={() => setAsked(null)}
              instead={task.active ? { label: 'Desativar', run: () => void deactivate() } : undefined}
            />
          )}
        </>
      }
    >
      <TaskFields state={state} history={history} choices={choices} isNew={task === null} readOnly={!!readOnly} />
      <Card className={styles.lines}>
        {task && (
          <ViewTabs<View>
            ariaLabel="Partes da composição"
            value={view}
            onChange={setView}
            tabs={[
              { id: 'items', label: 'Itens' },
              { id: 'tree', label: 'Árvore' },
              { id: 'curve', label: 'Curva ABC' },
            ]}
          />
        )}
        {view !== 'items' && dirty && <Banner tone="info">Esta parte mostra a composição como está salva.</Banner>}
        {view === 'items' && (
          <TaskLines
            taskId={task?.id ?? null}
            state={state}
            history={history}
            figures={figures}
            readOnly={readOnly !== undefined}
            choices={choices}
            onOpen={onOpen}
          />
        )}
        {view === 'tree' && task && <TreeView id={task.id} />}
        {view === 'curve' && task && <CurveView id={task.id} />}
      </Card>
    </FormPage>
  );
};
