import type { ReactElement } from 'react';
import styles from './Fab.module.css';

export interface FabProps {
  label: string;
  icon: ReactElement;
  onClick: () => void;
}

/** The main action of a screen on a phone (mocks/README.md, rule 10). */
export const Fab = ({ label, icon, onClick }: FabProps) => (
  <button type="button" className={styles.fab} onClick={onClick} aria-label={label}>
    {icon}
  </button>
);
