import { sum } from '#domain/money.ts';
import { CheckIcon, BrandIcon } from '#web/ui/icons.ts';
import { BulkBar, Combobox, type Option } from '#web/ui/index.ts';
import { useState } from 'react';
import type { LooseOrder, Stage } from './rows.ts';
import styles from './stages.module.css';
import { hasSuggestion, type LooseOrders } from './useLooseOrders.ts';

interface StageBulkProps {
  chosen: readonly LooseOrder[];
  stages: readonly Stage[];
  loose: LooseOrders;
  onClear: () => void;
}

/** The chosen orders go into one stage, or where each belongs. */
export const StageBulk = ({ chosen, stages, loose, onClear }: StageBulkProps) => {
  const [stage, setStage] = useState<Option | null>(null);
  const options = stages.map(({ stageId, code, name }) => ({ id: stageId, label: `${code} ${name}` }));
  const suggested = chosen.filter(hasSuggestion);
  return (
    <BulkBar
      count={chosen.length}
      selected="pedido"
      sum={sum(chosen.map(({ ordered }) => ordered))}
      actions={[
        {
          ...{ label: 'Classificar', icon: <BrandIcon />, disabled: stage === null || loose.busy },
          onClick: () => stage && loose.assign(chosen, stage),
        },
        ...(suggested.length > 0
          ? [
              {
                ...{ label: suggested.length === 1 ? 'Aceitar sugestão' : 'Aceitar sugestões', icon: <CheckIcon /> },
                ...{ disabled: loose.busy, onClick: () => loose.accept(suggested) },
              },
            ]
          : []),
      ]}
      onClear={onClear}
    >
      <label className={styles.stageField}>
        Etapa
        <Combobox value={stage} options={options} onChange={setStage} placeholder="Escolha a etapa" size="small" />
      </label>
    </BulkBar>
  );
};
