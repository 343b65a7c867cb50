import {
  Dialog as FluentDialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons; the main one last. */
  actions?: ReactNode;
  /** alert: closes only by its buttons. */
  kind?: 'modal' | 'alert';
}

/** What opened the dialog: of a menu its button, since the menu goes with the choice that was made in it. */
const openerNow = (): Element | null => {
  const { activeElement } = document;
  return activeElement?.closest('[role="menu"]')
    ? document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]')
    : activeElement;
};

const giveBack = (opener: Element | null): void => {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const drawer = document.querySelector('[data-drawer]');
  const back = opener !== document.body && opener?.isConnected ? opener : drawer;
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
};

/**
 * Fluent focuses the first control of a dialog, even where another one has `autoFocus`, and forgets what had the focus
 * before where the whole dialog is taken away. Stands after the content, so that it sees what the content has focused.
 */
const KeepFocus = () => {
  const mark = useRef<HTMLSpanElement>(null);
  const wanted = useRef<HTMLElement | null>(null);
  const [opener] = useState(openerNow);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const inside = mark.current?.parentElement?.contains(activeElement) ?? false;
    if (inside && activeElement instanceof HTMLElement) wanted.current = activeElement;
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => wanted.current?.focus());
    return () => {
      clearTimeout(timer);
      // Once the dialog is gone.
      setTimeout(() => giveBack(opener));
    };
  }, [opener]);
  return <span ref={mark} hidden />;
};

/** A question or a short form above everything; Esc closes. */
export const Dialog = ({ open, onClose, title, children, actions, kind = 'modal' }: DialogProps) => (
  <FluentDialog open={open} modalType={kind} onOpenChange={(_event, data) => !data.open && onClose()}>
    <DialogSurface>
      <DialogBody>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          {children}
          <KeepFocus />
        </DialogContent>
        {actions !== undefined && <DialogActions>{actions}</DialogActions>}
      </DialogBody>
    </DialogSurface>
  </FluentDialog>
);
