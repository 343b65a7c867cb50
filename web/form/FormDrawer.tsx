import { ACCESS_LOST, useAccessLost } from '#web/session/accessLost.ts';
import { ChevronDownIcon, ChevronUpIcon } from '#web/ui/icons.ts';
import {
  Button,
  Drawer,
  FirstProblem,
  IconButton,
  ProblemCount,
  ReadingContext,
  ReadOnlyContext,
  useIsPhone,
  type DrawerBeside,
  type Reading,
} from '#web/ui/index.ts';
import { useState, type ReactNode } from 'react';
import { FormBanners } from './FormBanners.tsx';
import { liveRowOf } from '#web/session/liveRow.ts';
import { OthersHere } from './OthersHere.tsx';
import { LeaveGuard, type LeaveGuardProps } from './LeaveGuard.tsx';
import { usePresence } from '#web/session/usePresence.ts';
import { useEditorKeys } from './useEditorKeys.ts';
import { useSectionKeys } from './useSectionKeys.ts';
import styles from './FormDrawer.module.css';

/** Properties of every form in a drawer. */
export interface DrawnForm {
  dirty: boolean;
  reading: Reading;
  /** Problems that are shown, by path. */
  problems: Readonly<Record<string, string>>;
  /** Number of refused saves. */
  refusals: number;
  saving: boolean;
  /** When the draft in the form was stored; null without a draft. */
  keptAt: string | null;
  /** The stored row; null for a new one. */
  row: { id: string } | null;
}

export interface FormDrawerProps {
  title: string;
  subtitle?: ReactNode;
  /** A StatusPill and a short text. */
  status?: ReactNode;
  /** Whether the Portuguese noun is feminine: "Próxima", "Salvar e nova". */
  feminine?: boolean;
  onClose: () => void;
  /** Opens the next (1) or previous (-1) row of the list. */
  onMove?: (direction: 1 | -1) => void;
  /** Why the form is read-only. */
  readOnly?: string;
  /** A button beside that reason. */
  readOnlyAction?: ReactNode;
  /** Buttons that a read-only form has, too. */
  readOnlyActions?: ReactNode;
  /** Which navigations leave the form, where its address is not `?id=`. */
  asks?: LeaveGuardProps['asks'];
  saveLabel?: string;
  /** Buttons at the top, before those of the next and previous row. */
  tools?: ReactNode;
  /** More buttons, before "Salvar". */
  actions?: ReactNode;
  /** What is read beside the form, such as the file that filled it in. */
  beside?: Omit<DrawerBeside, 'shown' | 'onShow'> & {
    /** Changes when the user asks for it, which brings it to the front; absent where it is there from the beginning. */
    asked?: number;
  };
  /** At the left of the foot, in place of the delete button. */
  leading?: ReactNode;
  /** What saving does, in words. */
  footNote?: string;
  /** The fields. */
  children: ReactNode;
}

interface Frame extends FormDrawerProps {
  form: DrawnForm;
  onSave: () => void;
  /** Saves the form and opens a new one. */
  onSaveAndNew?: () => void;
  saveAndNewLabel?: string;
  onDiscardDraft: () => void;
  /** Other banners, after the one about the draft. */
  banners: ReactNode;
  /** The delete button; hidden in a read-only form. */
  removal?: ReactNode;
  /** Content below the form that is not part of it. */
  below?: ReactNode;
}

/**
 * The drawer around every form: banners, keys (Ctrl+S, Ctrl+Enter, J, K, Alt+1 …), buttons, the number of its problems,
 * and the question about unsaved input.
 */
export const FormDrawer = (props: Frame) => {
  const { form, onMove, onSave, onSaveAndNew } = props;
  const readOnly = useAccessLost() ? ACCESS_LOST : props.readOnly;
  const writable = readOnly === undefined;
  const beside = useBeside(props.beside, form.refusals);
  const open = usePresence(liveRowOf(form.row), form.dirty);
  useEditorKeys({
    onSave: () => writable && onSave(),
    onSaveAndNew: () => writable && onSaveAndNew?.(),
    onMove: form.dirty ? undefined : onMove,
  });
  useSectionKeys();
  return (
    <Drawer
      open
      onClose={props.onClose}
      title={props.title}
      subtitle={props.subtitle}
      status={
        <>
          {props.status}
          <OthersHere {...open} />
        </>
      }
      tools={
        <>
          {props.tools}
          {onMove && (
            <>
              <IconButton label="Anterior (K)" icon={<ChevronUpIcon />} onClick={() => onMove(-1)} />
              <IconButton
                label={props.feminine ? 'Próxima (J)' : 'Próximo (J)'}
                icon={<ChevronDownIcon />}
                onClick={() => onMove(1)}
              />
            </>
          )}
        </>
      }
      beside={beside}
      notice={writable && <ProblemCount count={Object.keys(form.problems).length} />}
      footerStart={writable && (props.leading ?? props.removal)}
      footer={
        writable ? (
          <Buttons {...props} />
        ) : (
          <>
            <Button onClick={props.onClose}>Fechar</Button>
            {props.readOnlyActions}
          </>
        )
      }
    >
      <FormBanners {...props} readOnly={readOnly} />
      <ReadingContext value={form.reading}>
        <ReadOnlyContext value={!writable}>{props.children}</ReadOnlyContext>
      </ReadingContext>
      {props.below}
      <FirstProblem refusals={form.refusals} />
      <LeaveGuard when={form.dirty} asks={props.asks} />
    </Drawer>
  );
};

/** Which of the two is seen where there is room for one: what was asked for last, and the form once it has problems to point at. */
const useBeside = (beside: FormDrawerProps['beside'], refusals: number) => {
  const [shown, setShown] = useState<'beside' | 'main'>('main');
  const [told, setTold] = useState(refusals);
  const [asked, setAsked] = useState(beside?.asked);
  if (asked !== beside?.asked) {
    setAsked(beside?.asked);
    setShown(beside?.asked === undefined ? 'main' : 'beside');
  }
  if (told !== refusals) {
    setTold(refusals);
    setShown('main');
  }
  return beside && { ...beside, shown, onShow: setShown };
};

const Buttons = (props: Frame) => {
  const { form, feminine, onClose, actions, onSave, saveLabel = 'Salvar', onSaveAndNew, footNote } = props;
  const phone = useIsPhone();
  return (
    <>
      {!phone && footNote !== undefined && <span className={styles.footNote}>{footNote}</span>}
      {!phone && <Button onClick={onClose}>Cancelar</Button>}
      {actions}
      {!phone && onSaveAndNew && (
        <Button shortcut="Ctrl ↵" busy={form.saving} onClick={onSaveAndNew}>
          {props.saveAndNewLabel ?? (feminine ? 'Salvar e nova' : 'Salvar e novo')}
        </Button>
      )}
      <Button variant="primary" shortcut="Ctrl S" busy={form.saving} onClick={onSave}>
        {saveLabel}
      </Button>
    </>
  );
};
