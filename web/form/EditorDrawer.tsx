import { formatDate } from '#domain/dates.ts';
import { ChevronDownIcon, ChevronUpIcon } from '#web/ui/icons.ts';
import {
  Banner,
  Button,
  dayOf,
  Drawer,
  FirstProblem,
  IconButton,
  ReadingContext,
  ReadOnlyContext,
  timeOf,
  useIsPhone,
} from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { ACCESS_LOST, useAccessLost } from '#web/session/accessLost.ts';
import styles from './EditorDrawer.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import type { Editor } from './useEditor.ts';
import { useEditorKeys } from './useEditorKeys.ts';

export interface EditorDrawerProps<Form> {
  editor: Editor<Form>;
  title: string;
  subtitle?: ReactNode;
  /** A StatusPill and a remark. */
  status?: ReactNode;
  onClose: () => void;
  /** Opens the next (1) or previous (-1) row of the list. */
  onMove?: (direction: 1 | -1) => void;
  /** Asks whether to delete; absent for a new row. */
  onRemove?: () => void;
  /** Fetches the row anew after somebody else's change. */
  onReload?: () => void;
  /** Why it can only be read. */
  readOnly?: string;
  /** More buttons, before "Salvar". */
  actions?: ReactNode;
  children: ReactNode;
}

/** The drawer of a form: banners of draft and conflict, Ctrl+S, J and K, delete, cancel, save, and the question on leaving. */
export const EditorDrawer = <Form,>(props: EditorDrawerProps<Form>) => {
  const { editor, onClose, onMove, onRemove } = props;
  const readOnly = useAccessLost() ? ACCESS_LOST : props.readOnly;
  const phone = useIsPhone();
  const save = () => void (readOnly === undefined && editor.save());
  useEditorKeys({ onSave: save, onMove: editor.dirty ? undefined : onMove });
  return (
    <Drawer
      open
      onClose={onClose}
      title={props.title}
      subtitle={props.subtitle}
      status={props.status}
      tools={
        onMove && (
          <>
            <IconButton label="Anterior (K)" icon={<ChevronUpIcon />} onClick={() => onMove(-1)} />
            <IconButton label="Próximo (J)" icon={<ChevronDownIcon />} onClick={() => onMove(1)} />
          </>
        )
      }
      footerStart={onRemove && readOnly === undefined && <RemoveButton onClick={onRemove} />}
      footer={
        readOnly === undefined ? (
          <>
            {!phone && <Button onClick={onClose}>Cancelar</Button>}
            {props.actions}
            <Button variant="primary" shortcut="Ctrl S" busy={editor.saving} onClick={save}>
              Salvar
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Fechar</Button>
        )
      }
    >
      <Banners {...props} readOnly={readOnly} />
      <ReadingContext value={editor.reading}>
        <ReadOnlyContext value={readOnly !== undefined}>{props.children}</ReadOnlyContext>
      </ReadingContext>
      <FirstProblem refusals={editor.refusals} />
      <LeaveGuard when={editor.dirty} />
    </Drawer>
  );
};

const Banners = <Form,>({ editor, readOnly, onReload }: EditorDrawerProps<Form>) => (
  <div className={styles.banners}>
    {readOnly !== undefined && !editor.dirty && <Banner tone="info">{readOnly}</Banner>}
    {readOnly !== undefined && editor.dirty && <Banner tone="error">{ACCESS_LOST}</Banner>}
    {editor.keptAt !== null && (
      <Banner tone="info" action={<Button onClick={editor.discardDraft}>Descartar rascunho</Button>}>
        Rascunho de {formatDate(dayOf(editor.keptAt))}, {timeOf(editor.keptAt)}, ainda não salvo.
      </Banner>
    )}
    {editor.conflict !== null && (
      <Banner
        tone="error"
        problem
        action={
          <>
            <Button
              onClick={() => {
                editor.keepMine();
                onReload?.();
              }}
            >
              Manter o que digitei
            </Button>
            <Button
              onClick={() => {
                editor.discardDraft();
                onReload?.();
              }}
            >
              Usar a versão gravada
            </Button>
          </>
        }
      >
        {editor.conflict} O que você digitou continua aqui: mantenha e salve de novo, ou fique com a outra versão.
      </Banner>
    )}
  </div>
);
