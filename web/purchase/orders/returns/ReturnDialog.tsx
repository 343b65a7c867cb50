import { notaName } from '#domain/lists/orders.ts';
import { formatCurrency, isZero } from '#domain/money.ts';
import { EditorConflict } from '#web/form/EditorConflict.tsx';
import { useEditor } from '#web/form/useEditor.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import {
  Banner,
  Button,
  DateInput,
  Dialog,
  Field,
  FirstProblem,
  Problem,
  ReadingContext,
  TextInput,
} from '#web/ui/index.ts';
import { useMemo, type SubmitEvent } from 'react';
import { failures } from '../words.ts';
import {
  figuresOf,
  formOf,
  inputOf,
  isReturnForm,
  pathOf,
  problemsOf,
  returnableLines,
  withEverything,
  type Nota,
  type Order,
  type ReturnFigures,
  type ReturnForm,
} from './model.ts';
import { ReturnLines } from './ReturnLines.tsx';
import styles from './returns.module.css';
import { useReturnCalls } from './useReturnCalls.ts';

interface ReturnDialogProps {
  order: Order;
  nota: Nota;
  onClose: () => void;
}

/** The row of the form: what is typed is of one nota, its version that of the order. */
const useReturning = ({ order, nota, onClose }: ReturnDialogProps) => {
  const calls = useReturnCalls();
  const lines = useMemo(() => returnableLines(order, nota), [order, nota]);
  const editor = useEditor<{ id: string; version: number; order?: Order }, ReturnForm>({
    row: { id: nota.id, version: order.version },
    draftKey: 'order.return',
    isForm: isReturnForm,
    formOf,
    problemsOf: useMemo(() => problemsOf(lines), [lines]),
    pathOf: pathOf(lines),
    save: async (form, row) => {
      const version = row?.version ?? order.version;
      const saved = await calls.giveBack({ ...order, version }, nota.id, inputOf(form, lines));
      return saved && { id: nota.id, version: saved.version, order: saved };
    },
    isAct: true,
    savedText: 'Devolução registrada',
    savedMore: ({ order: saved }) => {
      const known = new Set(nota.returns.map(({ id }) => id));
      const made = saved?.deliveries.find(({ id }) => id === nota.id)?.returns.find(({ id }) => !known.has(id));
      if (!saved || !made) return {};
      const detail = `${notaName(nota)} · ${formatCurrency(made.value)}`;
      return { detail, action: { label: 'Desfazer devolução', run: () => void calls.undo(saved, made.id) } };
    },
    failureText: failures.giveBack,
    onSaved: onClose,
  });
  return { editor, lines };
};

/** Part of a nota goes back to the supplier. */
export const ReturnDialog = (props: ReturnDialogProps) => {
  const { order, nota, onClose } = props;
  const { editor, lines } = useReturning(props);
  const { form, set, problems, refusals } = editor;
  const save = () => void editor.save();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  useEditorKeys({ onSave: save, inDialog: true });
  return (
    <Dialog open onClose={onClose} title={`Devolver da ${notaName(nota)}`} actions={null} wide>
      <form onSubmit={submit} noValidate className={styles.form}>
        <EditorConflict editor={editor} />
        <ReadingContext value={editor.reading}>
          <p className={styles.muted}>
            {order.document} · {order.supplier.name}
          </p>
          <ReturnLines lines={lines} form={form} set={set} problems={problems} />
          <div className={styles.below}>
            {problems.lines && <Problem>{problems.lines}</Problem>}
            <Button size="small" onClick={() => set(withEverything(form, lines))}>
              Devolver tudo
            </Button>
          </div>
          <Field label="Motivo" required error={problems.reason}>
            <TextInput value={form.reason} onChange={(reason) => set({ reason })} maxLength={500} />
          </Field>
          <div className={styles.pair}>
            <Field label="Devolvido em" required error={problems.returnDate}>
              <DateInput
                path="returnDate"
                towards="past"
                value={form.returnDate}
                onChange={(returnDate) => set({ returnDate })}
              />
            </Field>
            <Field label="Nota de devolução" error={problems.documentNumber}>
              <TextInput
                value={form.documentNumber}
                onChange={(documentNumber) => set({ documentNumber })}
                maxLength={60}
                autoComplete="off"
              />
            </Field>
          </div>
        </ReadingContext>
        <Expense order={order} figures={figuresOf(order, form, lines)} />
        <FirstProblem refusals={refusals} />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" shortcut="Ctrl S" busy={editor.saving}>
            Confirmar devolução
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

/** What the return does to the one expense of the order, before it is stored. */
const Expense = ({ order, figures }: { order: Order; figures: ReturnFigures }) => {
  const { value, before, after, paid } = figures;
  if (isZero(value)) return null;
  if (paid !== undefined)
    return (
      <Banner tone="warning" problem>
        {paid}
      </Banner>
    );
  return (
    <div role="status">
      <Banner tone="info">
        A devolução vale <strong>{formatCurrency(value)}</strong>.{' '}
        {isZero(after) ? (
          <>A despesa {order.document} deixa de existir.</>
        ) : (
          <>
            A despesa {order.document} passa de {formatCurrency(before)} para <strong>{formatCurrency(after)}</strong>:
            baixam as parcelas em aberto desta nota, da última para a primeira.
          </>
        )}
      </Banner>
    </div>
  );
};
