import { useId, type ReactNode } from 'react';
import styles from './FormSection.module.css';

export interface FormSectionProps {
  title: string;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A group of fields in two columns, one on a phone; a Field with `wide` spans the row. */
export const FormSection = ({ title, actions, children }: FormSectionProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.heading}>
        <h3 id={id}>{title}</h3>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
};
