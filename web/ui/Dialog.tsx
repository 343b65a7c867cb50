import {
  Dialog as FluentDialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { announceReturn } from './lostFocus.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons; the main one last. */
  actions?: ReactNode;
  /** alert: only its buttons close it. */
  kind?: 'modal' | 'alert';
  /** Takes 900 px where there is room: tables. */
  wide?: boolean;
}

/**
 * Returns the element that opened the dialog; for a menu item the menu's button, because the menu closes with the
 * choice.
 */
const openerNow = (): Element | null => {
  const { activeElement } = document;
  return activeElement?.closest('[role="menu"]')
    ? document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]')
    : activeElement;
};

const restoreFocus = (opener: Element | null): void => {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const drawer = document.querySelector('[data-drawer]');
  const back = opener !== document.body && opener?.isConnected ? opener : drawer;
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
};

/** Longer than Fluent takes to show the page to screen readers again. */
const UNCOVER_AFTER = 100;

/** Fluent leaves the page hidden from screen readers when a whole screen goes together with its dialog. */
const uncover = (): void => {
  if (document.querySelector('[aria-modal="true"]') !== null) return;
  for (const hidden of document.querySelectorAll('body > [aria-hidden="true"]:not([data-tabster-dummy])'))
    hidden.removeAttribute('aria-hidden');
};

/**
 * Notes which control has taken the focus with `autoFocus`, before Fluent moves it, and restores the focus when the dialog
 * goes: Fluent does not when the whole dialog is unmounted. Rendered after the content, so that its effect sees what the
 * content has focused.
 */
const KeepFocus = ({ wantedRef }: { wantedRef: RefObject<HTMLElement | null> }) => {
  const mark = useRef<HTMLSpanElement>(null);
  const [opener] = useState(openerNow);
  const returned = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const inside = mark.current?.parentElement?.contains(activeElement) ?? false;
    if (inside && activeElement instanceof HTMLElement) wantedRef.current = activeElement;
    return () => {
      wantedRef.current = null;
      // Runs before the dialog is removed from the page, so that no list takes the focus in between.
      returned.current = announceReturn();
    };
  }, [wantedRef]);
  useEffect(
    () => () => {
      const done = returned.current;
      // Runs after the dialog has been unmounted.
      setTimeout(() => {
        restoreFocus(opener);
        done?.();
      });
      setTimeout(uncover, UNCOVER_AFTER);
    },
    [opener],
  );
  return <span ref={mark} hidden />;
};

/** A question or a short form above the page; Esc closes it. */
export const Dialog = ({ open, onClose, title, children, actions, kind = 'modal', wide }: DialogProps) => {
  const wantedRef = useRef<HTMLElement | null>(null);
  // Fluent focuses the first control of a dialog even where another one has `autoFocus`. Effects of an element run after
  // those within it, so this one gives the focus back before a key can reach the wrong field.
  useEffect(() => {
    if (open) wantedRef.current?.focus();
  }, [open]);
  return (
    <FluentDialog open={open} modalType={kind} onOpenChange={(_event, data) => !data.open && onClose()}>
      <DialogSurface className={wide ? styles.wide : undefined}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>
            {children}
            <KeepFocus wantedRef={wantedRef} />
          </DialogContent>
          {actions !== undefined && <DialogActions>{actions}</DialogActions>}
        </DialogBody>
      </DialogSurface>
    </FluentDialog>
  );
};
