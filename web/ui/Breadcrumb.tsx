import { useState } from 'react';
import { Link } from 'react-router-dom';
import styles from './Breadcrumb.module.css';
import { IconButton } from './IconButton.tsx';
import { ChevronRightIcon, MoreIcon } from './icons.ts';

export interface BreadcrumbStep {
  label: string;
  /** Absent for a section, which has no page. */
  to?: string;
}

/** The path to a nested page: shows the nearest step, and the steps before it on demand (§9). */
export const Breadcrumb = ({ steps }: { steps: readonly BreadcrumbStep[] }) => {
  const [whole, setWhole] = useState(false);
  const shown = whole ? steps : steps.slice(-1);
  return (
    <nav aria-label="Caminho" className={styles.breadcrumb}>
      {shown.length < steps.length && (
        <IconButton size="small" label="Mostrar caminho" icon={<MoreIcon />} onClick={() => setWhole(true)} />
      )}
      <ol className={styles.steps}>
        {shown.map(({ label, to }, index) => (
          <li key={label}>
            {(index > 0 || !whole) && <ChevronRightIcon aria-hidden="true" />}
            {to === undefined ? label : <Link to={to}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
};
