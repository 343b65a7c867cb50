import type { CandidateFragment } from '#web/generated/engineering.ts';
import { CloseIcon } from '#web/ui/icons.ts';
import { Button, IconButton } from '#web/ui/index.ts';
import { useEffect, useRef } from 'react';
import { CatalogueSearch } from './CatalogueSearch.tsx';
import styles from './estimate.module.css';

interface InsertBarProps {
  /** What comes first in the answers. */
  kind: 'TASK' | 'PRODUCT';
  /** Where it goes: "em 1.1 Torre A". */
  where: string;
  onChoose: (found: CandidateFragment) => void;
  /** A service with a typed price instead. */
  onTyped: () => void;
  onClose: () => void;
}

/** The search that inserts a row of the register, by its code or by words. */
export const InsertBar = ({ kind, where, onChoose, onTyped, onClose }: InsertBarProps) => {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector('input')?.focus(), [kind]);
  return (
    <div
      ref={bar}
      className={styles.insert}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <CatalogueSearch kind={kind} label="Incluir serviço ou insumo" onChoose={onChoose} />
      <Button onClick={onTyped}>Serviço com preço digitado</Button>
      <IconButton label="Fechar inclusão (Esc)" icon={<CloseIcon />} onClick={onClose} />
      <span className={styles.where}>{where}</span>
    </div>
  );
};
