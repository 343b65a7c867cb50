import type { ReactNode } from 'react';
import styles from './Screen.module.css';

/** A screen whose rows scroll between a fixed head and foot. */
export const Screen = ({ children }: { children: ReactNode }) => <div className={styles.screen}>{children}</div>;
