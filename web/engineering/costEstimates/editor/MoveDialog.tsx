import { codesOf, endOf } from '#domain/engineering/estimate/outline.ts';
import { counted } from '#domain/numberFormat.ts';
import { Button, Combobox, Dialog, Field } from '#web/ui/index.ts';
import { useMemo, useState } from 'react';
import styles from './estimate.module.css';
import { movedTo, REFUSALS, type Drop } from './model/drop.ts';
import { indexOfKey, type Rows } from './model/rows.ts';
import { blocksOf, chosenRows } from './model/steps.ts';

interface MoveDialogProps {
  rows: Rows;
  chosen: ReadonlySet<string>;
  onMove: (drop: Drop) => void;
  onClose: () => void;
}

interface Choice {
  id: string;
  label: string;
}

/** The whole estimate as a stage: rows at the top are in it. */
const TOP: Choice = { id: '', label: 'Fora de etapas, no nível mais alto' };
const LAST = { id: 'last', label: 'No fim' } as const;
const FIRST = { id: 'first', label: 'No início' } as const;

/** Rows directly in a stage, without those that move. */
const inside = (rows: Rows, stage: string, moved: ReadonlySet<string>): number[] => {
  const at = stage === TOP.id ? -1 : indexOfKey(rows, stage);
  const level = at < 0 ? 0 : (rows[at]?.level ?? 0) + 1;
  const end = at < 0 ? rows.length : endOf(rows, at);
  return rows
    .slice(at + 1, end)
    .flatMap((row, index) => (row.level === level && !moved.has(row.key) ? [at + 1 + index] : []));
};

const dropOf = (stage: string, place: string): Drop => {
  if (place === LAST.id || place === FIRST.id) return { key: stage === TOP.id ? null : stage, how: place };
  return { key: place, how: 'after' };
};

/** Asks for a stage and a place in it: what dragging does, by keyboard and on a phone. */
export const MoveDialog = ({ rows, chosen, onMove, onClose }: MoveDialogProps) => {
  const [stage, setStage] = useState<Choice | null>(null);
  const [place, setPlace] = useState<Choice | null>(LAST);
  const [checked, setChecked] = useState(false);
  const { names, moved, stages } = useMemo(() => {
    const codes = codesOf(rows);
    const nameOf = (index: number): string => `${codes[index] ?? ''} ${rows[index]?.description ?? ''}`.trim();
    const gone = new Set(chosenRows(rows, chosen).map(({ key }) => key));
    const left = rows.flatMap((row, index) =>
      row.group && !gone.has(row.key) ? [{ id: row.key, label: nameOf(index) }] : [],
    );
    return { names: nameOf, moved: gone, stages: [TOP, ...left] };
  }, [rows, chosen]);
  const places = useMemo(
    () =>
      stage === null
        ? [LAST, FIRST]
        : [
            ...[LAST, FIRST],
            ...inside(rows, stage.id, moved).map((index) => ({
              id: rows[index]?.key ?? '',
              label: `Depois de ${names(index)}`,
            })),
          ],
    [rows, stage, moved, names],
  );
  const drop = stage && place ? dropOf(stage.id, place.id) : null;
  const next = drop && movedTo(rows, chosen, drop);
  const refused = typeof next === 'string' ? REFUSALS[next] : undefined;
  const blocks = blocksOf(rows, chosen);
  const first = blocks[0] ? names(blocks[0].start) : '';
  const move = () => {
    setChecked(true);
    if (drop && refused === undefined) onMove(drop);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={blocks.length === 1 ? `Mover ${first}` : `Mover ${counted(blocks.length, 'linha', 'linhas')}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={move}>
            Mover
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <Field label="Etapa" error={refused ?? (checked && stage === null ? 'Escolha uma etapa' : undefined)}>
          <Combobox
            autoFocus
            value={stage}
            options={stages}
            onChange={(chosenStage) => {
              setStage(chosenStage);
              setPlace(LAST);
            }}
          />
        </Field>
        <Field label="Posição" error={checked && place === null ? 'Escolha uma posição' : undefined}>
          <Combobox value={place} options={places} clearable={false} onChange={setPlace} />
        </Field>
      </div>
    </Dialog>
  );
};
