import { Button, Dialog, Field, Select } from '#web/ui/index.ts';
import { useState } from 'react';
import { mayMove, type Group, type Target } from './tree.ts';

const TOP = 'top';

export interface MoveDialogProps {
  groups: readonly Group[];
  group: Group;
  onMove: (target: Target) => void;
  onClose: () => void;
}

const targetOf = (value: string): Target => ({ parentId: value === TOP ? null : value, position: undefined });

/** Moves a group to the end of another one, for those who do not drag. */
export const MoveDialog = ({ groups, group, onMove, onClose }: MoveDialogProps) => {
  const places = [
    { value: TOP, label: 'Primeiro nível' },
    ...groups.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
  ].filter(({ value }) => mayMove(groups, group, targetOf(value)));
  const [chosen, setChosen] = useState(group.parent?.id ?? TOP);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Mover ${group.name}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={() => onMove(targetOf(chosen))}>
            Mover
          </Button>
        </>
      }
    >
      <Field label="Para dentro de">
        <Select value={chosen} options={places} onChange={setChosen} />
      </Field>
    </Dialog>
  );
};
