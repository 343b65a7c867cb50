import { counted } from '#domain/numberFormat.ts';
import { notifyUndo } from '#web/client/notify.ts';
import { useCells } from '#web/form/lines/cells.ts';
import { LineGrid } from '#web/form/lines/LineGrid.tsx';
import { LineSearch } from '#web/form/lines/LineSearch.tsx';
import { PasteDialog } from '#web/form/lines/PasteDialog.tsx';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import type { CandidateFragment, TaskChoicesQuery } from '#web/generated/engineering.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { CategoryIcon, PasteIcon } from '#web/ui/icons.ts';
import { Button, Problem, useIsPhone } from '#web/ui/index.ts';
import { useStable } from '#web/form/useStable.ts';
import { useState } from 'react';
import { ownDatabases } from '../CopyDialog.tsx';
import { CandidateRow } from './CandidateRow.tsx';
import { ChildLines } from './ChildLines.tsx';
import { removeLine, restoreLine, setLines, setQuantity } from './edits.ts';
import styles from './editor.module.css';
import { lineColumns, quantityProblem } from './lineColumns.tsx';
import type { FormLine, TaskForm, TaskFormState } from './model.ts';
import { NewInputDialog } from './NewInputDialog.tsx';
import { unitOptions } from './TaskFields.tsx';
import type { TaskFigures } from './totals.ts';
import { useLineAdding } from './useLineAdding.ts';

interface TaskLinesProps {
  taskId: string | null;
  state: TaskFormState;
  history: FormHistory<TaskForm>;
  figures: TaskFigures;
  readOnly: boolean;
  choices: TaskChoicesQuery | undefined;
  /** Opens the page of a composition. */
  onOpen: (id: string) => void;
}

const keyOf = ({ key }: FormLine): string => key;
const candidateKey = ({ kind, id }: CandidateFragment): string => `${kind}-${id}`;

/** The items of a composition: the grid with its search, its paste, and compositions opened in place. */
export const TaskLines = ({ taskId, state, history, figures, readOnly, choices, onOpen }: TaskLinesProps) => {
  const cells = useCells();
  const adding = useLineAdding(taskId, state, history, cells);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [pasting, setPasting] = useState(false);
  const [creating, setCreating] = useState<string | null>(null);
  const mayCreate = useSession().may({ anyOf: ['PURCHASE'] });
  const phone = useIsPhone();
  const { form, problems } = state;
  const children = form.items.filter(({ kind }) => kind === 'TASK');
  const allOpen = children.length > 0 && children.every(({ key }) => open.has(key));
  const setOne = (key: string, opened: boolean) =>
    setOpen((now) => new Set(opened ? [...now, key] : [...now].filter((one) => one !== key)));
  const remove = (line: FormLine, index: number) => {
    history.edit(removeLine(line.key));
    notifyUndo('Item retirado', () => history.edit(restoreLine(line, index)), line.name || line.code);
  };
  const onQuantity = useStable(({ key }: FormLine, quantity: string) =>
    history.edit(setQuantity(key, quantity), `quantity.${key}`),
  );
  const columns = lineColumns({
    ...{ figures, problems, onQuantity, onSearch: adding.search },
  });
  return (
    <>
      <div className={styles.linesHead}>
        <span className={styles.muted}>
          {counted(form.items.length, 'item', 'itens')}
          {children.length > 0 && `, ${counted(children.length, 'composição', 'composições')} dentro`}
        </span>
        <span className={styles.linesActions}>
          {children.length > 0 && !phone && (
            <Button
              variant="subtle"
              size="small"
              icon={<CategoryIcon />}
              onClick={() => setOpen(new Set(allOpen ? [] : children.map(keyOf)))}
            >
              {allOpen ? 'Fechar tudo' : 'Abrir tudo'}
            </Button>
          )}
          {!readOnly && (
            <Button variant="subtle" size="small" icon={<PasteIcon />} onClick={() => setPasting(true)}>
              Colar planilha
            </Button>
          )}
        </span>
      </div>
      {problems.items !== undefined && <Problem>{problems.items}</Problem>}
      <LineGrid
        className={styles.wide}
        ariaLabel="Itens da composição"
        cells={cells}
        lines={form.items}
        keyOf={keyOf}
        columns={columns}
        readOnly={readOnly}
        onChange={(items) => history.edit(setLines(items))}
        onRemove={remove}
        onUndo={history.undo}
        onRedo={history.redo}
        onFollow={({ kind, childId }) => kind === 'TASK' && onOpen(childId)}
        actions={({ kind, childId }) =>
          kind === 'TASK' ? [{ label: 'Abrir composição', shortcut: 'Ctrl ↵', onClick: () => onOpen(childId) }] : []
        }
        problem={(line, index) => quantityProblem(problems, line, index) ?? line.unknown ?? undefined}
        nested={{
          has: ({ kind }) => kind === 'TASK',
          name: ({ name }) => name,
          open,
          setOpen: setOne,
          content: ({ key, childId }, span) => (
            <ChildLines key={`${key}-inside`} id={childId} columns={span} inside={key} onOpen={onOpen} />
          ),
        }}
        onPasteText={adding.paste}
        add={
          <LineSearch
            ariaLabel="Incluir item"
            placeholder="Insumo, composição ou código"
            keyOf={candidateKey}
            find={adding.find}
            isDisabled={({ circle }) => circle !== null}
            render={(candidate) => <CandidateRow candidate={candidate} />}
            onChoose={adding.choose}
            asked={adding.asked}
            create={mayCreate ? { noun: 'insumo', run: setCreating } : undefined}
          />
        }
      />
      {creating !== null && (
        <NewInputDialog
          name={creating}
          costDatabaseId={form.costDatabaseId || (ownDatabases(choices)[0]?.id ?? '')}
          units={unitOptions(choices)}
          onClose={() => setCreating(null)}
          onCreated={(input) => {
            setCreating(null);
            adding.choose(input);
          }}
        />
      )}
      {pasting && (
        <PasteDialog
          title="Colar da planilha"
          hint="Uma linha por item: código e coeficiente, separados por tabulação ou ponto e vírgula"
          onClose={() => setPasting(false)}
          onPaste={(text) => {
            setPasting(false);
            adding.paste(text);
          }}
        />
      )}
    </>
  );
};
