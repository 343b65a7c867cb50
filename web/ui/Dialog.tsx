import {
  Dialog as FluentDialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';

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

/** A question or a short form above everything; Esc closes. */
export const Dialog = ({ open, onClose, title, children, actions, kind = 'modal' }: DialogProps) => (
  <FluentDialog open={open} modalType={kind} onOpenChange={(_event, data) => !data.open && onClose()}>
    <DialogSurface>
      <DialogBody>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        {actions !== undefined && <DialogActions>{actions}</DialogActions>}
      </DialogBody>
    </DialogSurface>
  </FluentDialog>
);
