import { useEffect } from 'react';
import type { StageItem } from './rows.ts';
import styles from './stages.module.css';

interface WaitingProps {
  item: Extract<StageItem, { kind: 'wait' }>;
  acts: { onNeed: (stageId: string) => void; onRetry: (stageId: string) => void };
}

/** Asks for the inputs of its stage as soon as it is drawn. */
export const Waiting = ({ item, acts }: WaitingProps) => {
  const { stageId } = item.stage;
  const { onNeed, onRetry } = acts;
  useEffect(() => {
    if (!item.failed) onNeed(stageId);
  }, [item.failed, onNeed, stageId]);
  if (!item.failed) return <span className={styles.waiting}>Carregando insumos…</span>;
  return (
    <span className={styles.failed}>
      Os insumos não foram carregados.{' '}
      <button type="button" className={styles.suggestion} onClick={() => onRetry(stageId)}>
        Tentar novamente
      </button>
    </span>
  );
};
