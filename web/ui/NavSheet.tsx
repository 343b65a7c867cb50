import { OverlayDrawer } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import styles from './NavSheet.module.css';

export interface NavSheetProps {
  open: boolean;
  onClose: () => void;
  ariaLabel: string;
  children: ReactNode;
}

/** The menu of a narrow window: an overlay from the left; Esc or a tap outside closes it. */
const NavSheet = ({ open, onClose, ariaLabel, children }: NavSheetProps) => (
  <OverlayDrawer
    open={open}
    position="start"
    aria-label={ariaLabel}
    className={styles.sheet}
    onOpenChange={(_event, data) => !data.open && onClose()}
  >
    {children}
  </OverlayDrawer>
);

export default NavSheet;
