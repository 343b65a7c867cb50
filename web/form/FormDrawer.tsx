import { formatDate } from '#domain/dates.ts';
import { ACCESS_LOST, useAccessLost } from '#web/session/accessLost.ts';
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
  type Reading,
} from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import styles from './FormDrawer.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';
import { useEditorKeys } from './useEditorKeys.ts';

/** What every form has that a drawer shows. */
export interface DrawnForm {
  dirty: boolean;
  reading: Reading;
  /** Counts the tries to save that were refused. */
  refusals: number;
  saving: boolean;
  /** When the draft that fills it was kept; null without one. */
  keptAt: string | null;
}

export interface FormDrawerProps {
  title: string;
  subtitle?: ReactNode;
  /** A StatusPill and a remark. */
  status?: ReactNode;
  /** What is edited is of feminine gender: "Próxima", "Salvar e nova". */
  feminine?: boolean;
  onClose: () => void;
  /** Opens the next (1) or previous (-1) row of the list. */
  onMove?: (direction: 1 | -1) => void;
  /** Why it can only be read. */
  readOnly?: string;
  /** More buttons, before "Salvar". */
  actions?: ReactNode;
  /** The form. */
  children: ReactNode;
}

interface Frame extends FormDrawerProps {
  form: DrawnForm;
  onSave: () => void;
  saveLabel?: string;
  /** Stores it and begins the next one. */
  onSaveAndNew?: () => void;
  onDiscardDraft: () => void;
  /** What else to know before going on, after the draft. */
  banners: ReactNode;
  /** Deletes it: not shown where it can only be read. */
  removal?: ReactNode;
  /** What stands below the form and is no part of it. */
  below?: ReactNode;
}

/** The drawer around every form: banners, keys (Ctrl+S, Ctrl+Enter, J, K), buttons, and the question on leaving. */
export const FormDrawer = (props: Frame) => {
  const { form, onMove, onSave, onSaveAndNew } = props;
  const readOnly = useAccessLost() ? ACCESS_LOST : props.readOnly;
  const writable = readOnly === undefined;
  useEditorKeys({
    onSave: () => writable && onSave(),
    onSaveAndNew: () => writable && onSaveAndNew?.(),
    onMove: form.dirty ? undefined : onMove,
  });
  return (
    <Drawer
      open
      onClose={props.onClose}
      title={props.title}
      subtitle={props.subtitle}
      status={props.status}
      tools={
        onMove && (
          <>
            <IconButton label="Anterior (K)" icon={<ChevronUpIcon />} onClick={() => onMove(-1)} />
            <IconButton
              label={props.feminine ? 'Próxima (J)' : 'Próximo (J)'}
              icon={<ChevronDownIcon />}
              onClick={() => onMove(1)}
            />
          </>
        )
      }
      footerStart={writable && props.removal}
      footer={writable ? <Buttons {...props} /> : <Button onClick={props.onClose}>Fechar</Button>}
    >
      <Banners {...props} readOnly={readOnly} />
      <ReadingContext value={form.reading}>
        <ReadOnlyContext value={!writable}>{props.children}</ReadOnlyContext>
      </ReadingContext>
      {props.below}
      <FirstProblem refusals={form.refusals} />
      <LeaveGuard when={form.dirty} />
    </Drawer>
  );
};

const Buttons = ({ form, feminine, onClose, actions, onSave, saveLabel = 'Salvar', onSaveAndNew }: Frame) => {
  const phone = useIsPhone();
  return (
    <>
      {!phone && <Button onClick={onClose}>Cancelar</Button>}
      {actions}
      {!phone && onSaveAndNew && (
        <Button shortcut="Ctrl ↵" busy={form.saving} onClick={onSaveAndNew}>
          {feminine ? 'Salvar e nova' : 'Salvar e novo'}
        </Button>
      )}
      <Button variant="primary" shortcut="Ctrl S" busy={form.saving} onClick={onSave}>
        {saveLabel}
      </Button>
    </>
  );
};

const Banners = ({ form, readOnly, onDiscardDraft, banners }: Frame) => (
  <div className={styles.banners}>
    {readOnly !== undefined && !form.dirty && <Banner tone="info">{readOnly}</Banner>}
    {readOnly !== undefined && form.dirty && <Banner tone="error">{ACCESS_LOST}</Banner>}
    {form.keptAt !== null && (
      <Banner tone="info" action={<Button onClick={onDiscardDraft}>Descartar rascunho</Button>}>
        Rascunho de {formatDate(dayOf(form.keptAt))}, {timeOf(form.keptAt)}, ainda não salvo.
      </Banner>
    )}
    {banners}
  </div>
);
