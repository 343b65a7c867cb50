import { quantityText } from '#domain/engineering/purchaseOverview/figures.ts';
import { isZero } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { matchesSearch } from '#domain/text.ts';
import { linesToBuy } from '#web/choices/linesToBuy.ts';
import { errorText } from '#web/client/errors.ts';
import { InputsToBuyDocument } from '#web/generated/purchase.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import type { NewLine } from '#web/session/newPurchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Button, Checkbox, Dialog, EmptyState, ErrorState, SearchBox, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { failures } from '../words.ts';
import styles from './page.module.css';

interface FromEstimateProps {
  buildingId: string;
  /** Products that the request has already. */
  taken: ReadonlySet<string>;
  onAdd: (lines: readonly NewLine[]) => void;
  onClose: () => void;
}

/** Inputs of the estimate that are not ordered yet: the chosen ones are asked for, each with what is left to buy of it. */
export const FromEstimate = ({ buildingId, taken, onAdd, onClose }: FromEstimateProps) => {
  const { companyId } = usePlace();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { page, error, refetch } = useAllRows({
    ...{ document: InputsToBuyDocument, variables: { companyId, buildingId }, fresh: true },
    pageOf: (data) => data.purchaseOverview,
    withPage: (data, next) => ({ ...data, purchaseOverview: next && { ...data.purchaseOverview, ...next } }),
  });
  const rows = (page?.content ?? []).flatMap((row) => {
    const [line] = linesToBuy([row]);
    return line && !taken.has(line.productId) ? [{ row, line }] : [];
  });
  const shown = rows.filter(({ line }) => matchesSearch(`${line.code} ${line.name}`, search));
  const set = (ids: readonly string[], checked: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) next[checked ? 'add' : 'delete'](id);
      return next;
    });
  const lines = rows.flatMap(({ line }) => (chosen.has(line.productId) ? [line] : []));
  const every = shown.length > 0 && shown.every(({ line }) => chosen.has(line.productId));
  return (
    <Dialog
      open
      wide
      title="O que falta comprar"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" disabled={lines.length === 0} onClick={() => onAdd(lines)}>
            {lines.length === 0 ? 'Incluir' : `Incluir ${counted(lines.length, 'item', 'itens')}`}
          </Button>
        </>
      }
    >
      {error && !page ? (
        <ErrorState message={errorText(error, failures.inputs)} onRetry={() => void refetch()} />
      ) : !page ? (
        <Skeleton rows={6} />
      ) : rows.length === 0 ? (
        <EmptyState
          title="Nada a comprar"
          text="O orçamento da obra não pede mais nada além do que já foi pedido ou já está nesta cotação."
        />
      ) : (
        <>
          <div className={styles.find}>
            <SearchBox value={search} onChange={setSearch} label="Buscar insumo ou código" />
            <Checkbox
              label="Todos"
              checked={every}
              onChange={() =>
                set(
                  shown.map(({ line }) => line.productId),
                  !every,
                )
              }
            />
          </div>
          <ul className={styles.inputs}>
            {shown.map(({ row, line }) => (
              <li key={line.productId}>
                <Checkbox
                  label={line.name}
                  checked={chosen.has(line.productId)}
                  onChange={(checked) => set([line.productId], checked === true)}
                />
                <span className={styles.quiet}>
                  {[line.code, row.group?.name, line.stage?.label].filter(Boolean).join(' · ')}
                  {!isZero(row.requested.quantity ?? '0') && ' · já em cotação aberta'}
                </span>
                <span className={styles.left}>
                  {quantityText(line.quantity)} {line.unit.label}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
};
