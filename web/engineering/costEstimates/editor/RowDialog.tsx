import { formatPercentage } from '#domain/numberFormat.ts';
import { Button, Dialog, Field, ReadOnlyContext, Select, TextArea } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './estimate.module.css';
import type { Cell } from './model/cells.ts';
import type { Bdi } from './model/content.ts';
import type { EstimateRow } from './model/rows.ts';

interface RowDialogProps {
  row: EstimateRow;
  bdis: readonly Bdi[];
  writable: boolean;
  onChange: (cell: Cell) => void;
  onClose: () => void;
}

/** The estimate's default stands for no BDI of the row's own. */
const DEFAULT = 'default';

/** What has no column: the memória de cálculo of a row, and its own BDI. */
export const RowDialog = ({ row, bdis, writable, onChange, onClose }: RowDialogProps) => {
  const [memo, setMemo] = useState(row.memo ?? '');
  const [bdiId, setBdiId] = useState(row.bdiId ?? DEFAULT);
  const apply = () => {
    onChange({ memo: memo.trim() === '' ? null : memo, bdiId: bdiId === DEFAULT ? null : bdiId });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.description || 'Linha sem descrição'}
      actions={
        writable ? (
          <>
            <Button onClick={onClose}>Cancelar</Button>
            <Button variant="primary" onClick={apply}>
              Aplicar
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Fechar</Button>
        )
      }
    >
      <ReadOnlyContext value={!writable}>
        <div className={styles.stack}>
          {row.formula !== null && (
            <span>
              Conta da quantidade: <strong>{row.formula}</strong>
            </span>
          )}
          <Field label="Memória de cálculo">
            <TextArea value={memo} rows={6} maxLength={4000} onChange={setMemo} />
          </Field>
          {bdis.length > 0 && (
            <Field label="BDI da linha">
              <Select
                value={bdiId}
                options={[
                  { value: DEFAULT, label: 'Padrão do orçamento' },
                  ...bdis.map(({ id, name, percentage }) => ({
                    value: id,
                    label: `${name} · ${formatPercentage(percentage)}`,
                  })),
                ]}
                onChange={setBdiId}
              />
            </Field>
          )}
        </div>
      </ReadOnlyContext>
    </Dialog>
  );
};
