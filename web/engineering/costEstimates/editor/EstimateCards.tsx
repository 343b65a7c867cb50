import { amendmentSums } from '#domain/engineering/estimate/amendments.ts';
import { add, formatCurrency, formatMoney, formatUnitPrice } from '#domain/money.ts';
import type { EstimateFigures } from '#domain/engineering/estimate/figures.ts';
import { DeleteIcon, MoveToIcon } from '#web/ui/icons.ts';
import { Button, IconButton, LongList } from '#web/ui/index.ts';
import { useMemo } from 'react';
import { CellField } from '#web/form/tree/CellField.tsx';
import { fieldText, NO_PRICE, quantityShown, readCell, signedQuantity } from './cellText.ts';
import type { UnreadCells } from './EstimateGrid.tsx';
import styles from './estimate.module.css';
import { LocalMark } from './GridRow.tsx';
import { setCell } from './model/cells.ts';
import { indexOfKey, type EstimateRow } from './model/rows.ts';
import type { Shown } from './model/visible.ts';
import type { Unread } from '#web/form/tree/CellField.tsx';
import type { Commands } from './useCommands.ts';
import type { CellProblems } from './useSave.ts';

interface EstimateCardsProps {
  rows: readonly EstimateRow[];
  shown: readonly Shown[];
  figures: EstimateFigures;
  commands: Commands;
  writable: boolean;
  revision: number;
  unread: UnreadCells;
  problems: CellProblems;
  onUnread: (cell: string, unread: Unread | null) => void;
  onToggle: (row: EstimateRow) => void;
  onComposition: (row: EstimateRow) => void;
  onMove: (row: EstimateRow) => void;
}

/** The rows on a phone: stages as headings, quantities as fields; everything else is read. */
export const EstimateCards = (props: EstimateCardsProps) => {
  const { shown, figures, commands, writable } = props;
  const cards = shown.filter((one) => one.kind === 'row');
  const amendments = useMemo(() => amendmentSums(props.rows, figures), [props.rows, figures]);
  return (
    <div className={styles.cards} role="list" aria-label="Linhas do orçamento">
      <LongList items={cards} rowHeight={104}>
        {({ row, index, code }) => {
          const { total: original } = figures.rowAt(index);
          const amended = amendments.rowAt(index);
          const total = original !== null && amended ? add(original, amended.total) : original;
          const actions = writable && (
            <>
              <IconButton
                label={`Mover ${code} ${row.description} para…`}
                icon={<MoveToIcon />}
                onClick={() => props.onMove(row)}
              />
              <IconButton
                label={`Retirar ${code} ${row.description}`}
                icon={<DeleteIcon />}
                onClick={() => commands.removeThese(new Set([row.key]))}
              />
            </>
          );
          if (row.group) {
            return (
              <div key={row.key} role="listitem" className={styles.cardStage}>
                <button type="button" className={styles.sumButton} onClick={() => props.onToggle(row)}>
                  {code} {row.description}
                </button>
                <span className={styles.cardEnd}>
                  {total === null ? '' : formatMoney(total)}
                  {actions}
                </span>
              </div>
            );
          }
          const cell = `${row.key}.quantity`;
          return (
            <div key={row.key} role="listitem" className={styles.card} data-row={row.key}>
              <div className={styles.cardName}>
                {code} {row.description} <LocalMark row={row} />
              </div>
              <div className={styles.cardMeta}>
                {[
                  row.code,
                  row.unitPrice === null ? NO_PRICE : `R$ ${formatUnitPrice(row.unitPrice)} / ${row.unit ?? ''}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
                {row.taskId !== null && (
                  <Button variant="subtle" size="small" onClick={() => props.onComposition(row)}>
                    Composição<span className="visuallyHidden"> de {row.description}</span>
                  </Button>
                )}
              </div>
              <div className={styles.cardFigures}>
                {writable ? (
                  <label className={styles.cardQuantity}>
                    <span className={styles.cardMeta}>Quantidade ({row.unit})</span>
                    <span className={styles.cardInput}>
                      <CellField
                        key={`${cell}.${props.revision}`}
                        label={`Quantidade de ${row.description}`}
                        value={fieldText(row, 'quantity')}
                        unread={props.unread[cell]}
                        problem={props.problems[cell]}
                        right
                        problemOf={(text) => {
                          const read = readCell('quantity', text);
                          return 'problem' in read ? read.problem : null;
                        }}
                        onType={(text) => {
                          const read = readCell('quantity', text);
                          if ('cell' in read)
                            commands.edit((now) => setCell(now, indexOfKey(now, row.key), read.cell), cell);
                        }}
                        onUnread={(left) => props.onUnread(cell, left)}
                      />
                    </span>
                  </label>
                ) : (
                  <span>
                    {quantityShown(row.quantity)}
                    {row.amendment !== null && ` ${signedQuantity(row.amendment)} de aditivos`} {row.unit}
                  </span>
                )}
                <span className={styles.cardEnd}>
                  <span>
                    <strong>{total === null ? '—' : formatCurrency(total)}</strong>
                    {amended && original !== null && (
                      <span className={styles.cardOriginal}>original {formatMoney(original)}</span>
                    )}
                  </span>
                  {actions}
                </span>
              </div>
            </div>
          );
        }}
      </LongList>
    </div>
  );
};
