import type { ReactNode } from 'react';
import styles from './Screen.module.css';

/** A screen whose rows scroll inside it, between a head and a foot that stay. */
export const Screen = ({ children }: { children: ReactNode }) => <div className={styles.screen}>{children}</div>;
