import {
  Dialog as FluentDialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

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

/**
 * Fluent focuses the first control of a dialog, even where another one has `autoFocus`. Stands after the content, so
 * that it sees what the content has focused, and gives the focus back to it.
 */
const KeepAutoFocus = () => {
  const mark = useRef<HTMLSpanElement>(null);
  const wanted = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const inside = mark.current?.parentElement?.contains(activeElement) ?? false;
    if (inside && activeElement instanceof HTMLElement) wanted.current = activeElement;
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => wanted.current?.focus());
    return () => clearTimeout(timer);
  }, []);
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
          <KeepAutoFocus />
        </DialogContent>
        {actions !== undefined && <DialogActions>{actions}</DialogActions>}
      </DialogBody>
    </DialogSurface>
  </FluentDialog>
);
