import type { CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { Breadcrumb, Button } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { COST_ESTIMATES } from '../words.ts';
import styles from './states.module.css';

interface StatePageProps {
  header: CostEstimateHeaderFragment;
  title: string;
  /** The page between this one and the estimate. */
  part?: { label: string; to: string };
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A page below that of an estimate. */
export const StatePage = ({ header, title, part, actions, onClose, children }: StatePageProps) => (
  <div className={styles.page}>
    <Breadcrumb
      steps={[
        { label: 'Orçamentos', to: COST_ESTIMATES },
        { label: `${header.code} · ${header.building?.name ?? ''}`, to: `${COST_ESTIMATES}?id=${header.id}` },
        ...(part ? [part] : []),
        { label: title },
      ]}
    />
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.actions}>
        {actions}
        <Button onClick={onClose}>{part ? `Voltar a ${part.label}` : 'Voltar ao orçamento'}</Button>
      </div>
    </header>
    {children}
  </div>
);
