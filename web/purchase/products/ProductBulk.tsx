import { notifyFailure, notifyUndo } from '#web/client/notify.ts';
import { counted } from '#domain/numberFormat.ts';
import {
  useChangeProductsMutation,
  type ProductChangeInput,
  type ProductPaneQuery,
  type ProductRowFragment,
} from '#web/generated/purchase.ts';
import { useChosenExport } from '#web/list/export/useChosenExport.tsx';
import type { Selection } from '#web/list/useSelection.ts';
import { BulkBar, Button, Combobox, Dialog, Field, type Option } from '#web/ui/index.ts';
import { MergeIcon } from '#web/ui/icons.ts';
import { useState } from 'react';
import { MergeDialog } from './merging/MergeDialog.tsx';
import { productColumns, productFileColumns } from './columns.tsx';
import { groupLabel } from './model.ts';
import { forgetProducts } from './forgetProducts.ts';

/** Products of one merge, the one that stays among them. */
const MOST_MERGED = 11;

interface Batch {
  rows: readonly ProductRowFragment[];
  input: ProductChangeInput;
}

/** Products by the group that they are in, to put them back where they were. */
const byGroup = (rows: readonly ProductRowFragment[]): Batch[] => {
  const groups = new Map<string | null, ProductRowFragment[]>();
  for (const row of rows) {
    const id = row.productGroup?.id ?? null;
    groups.set(id, [...(groups.get(id) ?? []), row]);
  }
  return [...groups].map(([productGroupId, own]) => ({ rows: own, input: { productGroupId } }));
};

/** The undo of a change: what was changed is put back on the version that the change has made. */
const undoOf = (before: readonly Batch[], after: readonly ProductRowFragment[]): Batch[] =>
  before.map(({ rows, input }) => ({
    input,
    rows: rows.flatMap(({ id }) => after.find((row) => row.id === id) ?? []),
  }));

/** Changes products at once and offers to undo it. */
const useBatch = () => {
  const [change] = useChangeProductsMutation({ context: { quiet: true } });
  const send = async ({ rows, input }: Batch): Promise<readonly ProductRowFragment[]> => {
    const chosen = rows.map(({ id, version }) => ({ id, version }));
    const { data } = await change({ variables: { products: chosen, input }, update: (cache) => forgetProducts(cache) });
    return data?.changeProducts.products ?? [];
  };
  return async (batch: Batch, text: string, before: readonly Batch[]): Promise<boolean> => {
    try {
      const after = await send(batch);
      notifyUndo(text, () => void Promise.all(undoOf(before, after).map(send)).catch(notifyFailure));
    } catch (error) {
      notifyFailure(error);
      return false;
    }
    return true;
  };
};

const fileColumns = [...productColumns, ...productFileColumns];

interface MoveDialogProps {
  groups: readonly Option[];
  count: number;
  onMove: (group: Option | null) => void;
  onClose: () => void;
}

const MoveDialog = ({ groups, count, onMove, onClose }: MoveDialogProps) => {
  const [group, setGroup] = useState<Option | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Mover ${counted(count, 'insumo')}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={() => onMove(group)}>
            {group ? 'Mover' : 'Tirar do grupo'}
          </Button>
        </>
      }
    >
      <Field label="Grupo" hint="Vazio: sem grupo">
        <Combobox value={group} options={groups} onChange={setGroup} />
      </Field>
    </Dialog>
  );
};

export interface ProductBulkProps {
  selection: Selection<ProductRowFragment>;
  groups: NonNullable<ProductPaneQuery['productCounts']>['groups'] | undefined;
}

/** Actions for the selected products: another group, on or off. */
export const ProductBulk = ({ selection, groups = [] }: ProductBulkProps) => {
  const [moving, setMoving] = useState(false);
  const [merging, setMerging] = useState(false);
  const batch = useBatch();
  const { rows } = selection;
  const exported = useChosenExport({ title: 'Insumos', columns: fileColumns, paper: productColumns, rows });
  const active = rows.some((row) => row.active);
  const toggle = async () => {
    const changed = rows.filter((row) => row.active === active);
    const text = `${counted(changed.length, 'insumo')} ${active ? 'desativado' : 'reativado'}${changed.length === 1 ? '' : 's'}`;
    const undo = [{ rows: changed, input: { active } }];
    if (await batch({ rows: changed, input: { active: !active } }, text, undo)) selection.set([]);
  };
  const move = async (group: Option | null) => {
    setMoving(false);
    const where = group ? `em ${group.label}` : 'sem grupo';
    const text = `${counted(rows.length, 'insumo')} ${where}`;
    if (await batch({ rows, input: { productGroupId: group?.id ?? null } }, text, byGroup(rows))) selection.set([]);
  };
  return (
    <>
      <BulkBar
        count={selection.ids.length}
        selected="selecionado"
        actions={[
          {
            label: 'Unificar',
            icon: <MergeIcon />,
            onClick: () => setMerging(true),
            // One stays and at most ten go into it; all of them must be known here.
            disabled: rows.length < 2 || rows.length > MOST_MERGED || rows.length < selection.ids.length,
          },
          exported,
          { label: 'Mover de grupo', onClick: () => setMoving(true), disabled: rows.length === 0 },
          { label: active ? 'Desativar' : 'Reativar', onClick: () => void toggle(), disabled: rows.length === 0 },
        ]}
        onClear={() => selection.set([])}
      />
      {merging && <MergeDialog rows={rows} onClose={() => setMerging(false)} onMerged={() => selection.set([])} />}
      {moving && (
        <MoveDialog
          groups={groups.filter(({ leaf }) => leaf).map((group) => ({ id: group.id, label: groupLabel(group) }))}
          count={rows.length}
          onMove={(group) => void move(group)}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  );
};
