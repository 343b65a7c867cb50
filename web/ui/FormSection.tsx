import { useId, type ReactNode } from 'react';
import styles from './FormSection.module.css';

export interface FormSectionProps {
  title: string;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Of the title: 2 right below the title of a page; by default 3, below that of a drawer. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A group of fields in two columns, one on a phone; a Field with `wide` spans the row. */
export const FormSection = ({ title, actions, level = 3, children }: FormSectionProps) => {
  const id = useId();
  const Title = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.heading}>
        <Title id={id}>{title}</Title>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
};
