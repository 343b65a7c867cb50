import { LineSearch, type Found } from '#web/form/lines/LineSearch.tsx';
import { CandidateRow } from '#web/engineering/tasks/editor/CandidateRow.tsx';
import { FindResourcesDocument, type CandidateFragment } from '#web/generated/engineering.ts';
import { CloseIcon } from '#web/ui/icons.ts';
import { Button, IconButton } from '#web/ui/index.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
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
  const client = useApolloClient();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector('input')?.focus(), [kind]);
  const find = async (search: string): Promise<Found<CandidateFragment>> => {
    const { data } = await client.query({
      ...{ query: FindResourcesDocument, variables: { search }, fetchPolicy: 'network-only' },
      context: { quiet: true },
    });
    const content = data?.resources?.content ?? [];
    const first = content.filter((one) => one.kind === kind);
    return {
      content: [...first, ...content.filter((one) => one.kind !== kind)],
      total: data?.resources?.totalElements ?? 0,
    };
  };
  return (
    <div
      ref={bar}
      className={styles.insert}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <LineSearch
        ariaLabel="Incluir serviço ou insumo"
        placeholder={kind === 'TASK' ? 'Código ou palavras do serviço' : 'Código ou palavras do insumo'}
        keyOf={(candidate) => `${candidate.kind}-${candidate.id}-${candidate.costDatabase.id}`}
        find={find}
        isDisabled={() => false}
        render={(candidate) => <CandidateRow candidate={candidate} />}
        onChoose={onChoose}
      />
      <Button onClick={onTyped}>Serviço com preço digitado</Button>
      <IconButton label="Fechar inclusão (Esc)" icon={<CloseIcon />} onClick={onClose} />
      <span className={styles.where}>{where}</span>
    </div>
  );
};
