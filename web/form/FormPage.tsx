import { ACCESS_LOST, useAccessLost } from '#web/session/accessLost.ts';
import { ChevronDownIcon, ChevronUpIcon } from '#web/ui/icons.ts';
import {
  Breadcrumb,
  FirstProblem,
  IconButton,
  ProblemCount,
  ReadingContext,
  ReadOnlyContext,
  useIsPhone,
} from '#web/ui/index.ts';
import type { BreadcrumbStep } from '#web/ui/Breadcrumb.tsx';
import type { ReactNode } from 'react';
import { FormBanners } from './FormBanners.tsx';
import type { DrawnForm } from './FormDrawer.tsx';
import styles from './FormPage.module.css';
import { liveRowOf } from '#web/session/liveRow.ts';
import { OthersHere } from './OthersHere.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { usePresence } from '#web/session/usePresence.ts';
import { useEditorKeys } from './useEditorKeys.ts';
import { useSectionKeys } from './useSectionKeys.ts';

export interface FormPageProps {
  title: string;
  /** The way to the page: its list. */
  steps: readonly BreadcrumbStep[];
  /** Pills after the title. */
  status?: ReactNode;
  form: DrawnForm;
  /** Why the form is read-only. */
  readOnly?: string;
  feminine?: boolean;
  /** Opens the next (1) or previous (-1) row of the list. */
  onMove?: (direction: 1 | -1) => void;
  onSave: () => void;
  onDiscardDraft: () => void;
  banners?: ReactNode;
  /** Buttons at the right of the title; the main one last. Absent ones are those that a reader does not have. */
  actions: (writable: boolean) => ReactNode;
  /** Fields and lines. */
  children: ReactNode;
  /** Cards beside the fields, below them on a narrow screen; they may hold fields too. */
  aside?: ReactNode;
  /** After all of them. */
  end?: ReactNode;
  /** Dialogs. */
  below?: ReactNode;
}

/**
 * A document on a page of its own, where its lines do not fit a drawer: the same banners, keys (Ctrl+S, J, K, Alt+1 …),
 * read-only mode and question about unsaved input as FormDrawer.
 */
export const FormPage = (props: FormPageProps) => {
  const { form, onMove, onSave } = props;
  const readOnly = useAccessLost() ? ACCESS_LOST : props.readOnly;
  const writable = readOnly === undefined;
  const phone = useIsPhone();
  const open = usePresence(liveRowOf(form.row), form.dirty);
  useEditorKeys({ onSave: () => writable && onSave(), onMove: form.dirty ? undefined : onMove });
  useSectionKeys();
  return (
    <div className={styles.page} data-form="">
      <header className={styles.header}>
        <Breadcrumb steps={props.steps} />
        <div className={styles.row}>
          <div className={styles.titles}>
            <h1 className={styles.title}>{props.title}</h1>
            {props.status}
            <OthersHere {...open} />
          </div>
          <div className={styles.actions}>
            {onMove && !phone && (
              <>
                <IconButton label="Anterior (K)" icon={<ChevronUpIcon />} onClick={() => onMove(-1)} />
                <IconButton
                  label={props.feminine ? 'Próxima (J)' : 'Próximo (J)'}
                  icon={<ChevronDownIcon />}
                  onClick={() => onMove(1)}
                />
              </>
            )}
            {writable && <ProblemCount count={Object.keys(form.problems).length} />}
            {props.actions(writable)}
          </div>
        </div>
      </header>
      <ReadingContext value={form.reading}>
        <ReadOnlyContext value={!writable}>
          <div className={styles.body}>
            <div className={styles.main}>
              <FormBanners {...props} banners={props.banners} readOnly={readOnly} />
              {props.children}
            </div>
            {props.aside !== undefined && <div className={styles.aside}>{props.aside}</div>}
            {props.end && <div className={styles.main}>{props.end}</div>}
          </div>
        </ReadOnlyContext>
      </ReadingContext>
      {props.below}
      <FirstProblem refusals={form.refusals} />
      <LeaveGuard when={form.dirty} />
    </div>
  );
};
