import { isZero } from '#domain/money.ts';
import { counted, formatCurrency, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import type { ClientWorkbookCheckFieldsFragment } from '#web/generated/engineering.ts';
import { Banner, FigureStrip, LongList, Segments, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './clientWorkbook.module.css';

type Check = ClientWorkbookCheckFieldsFragment;
type Row = Check['rows'][number];

const STATES = {
  NEW: { label: 'Nova', tone: 'in' },
  LINKED: { label: 'Ligada', tone: 'in' },
  UNLINKED: { label: 'Sem par', tone: 'warning' },
  REJECTED: { label: 'Recusada', tone: 'out' },
} as const;

const isOpen = ({ state, problem, detailQuantity }: Row): boolean =>
  state === 'UNLINKED' || state === 'REJECTED' || problem != null || detailQuantity != null;

const noteOf = (row: Row): string => {
  if (row.problem != null) return row.problem;
  if (row.detailQuantity != null) {
    return `No orçamento: ${formatQuantity(row.detailQuantity)}. Vale a quantidade da planilha.`;
  }
  return row.written.map(({ cell, value }) => `${cell} = ${formatUnitPrice(value)}`).join(' · ');
};

/** What is told before the file is taken. */
const warningsOf = (check: Check): string[] => [
  ...(check.missing.length > 0
    ? [
        `${counted(check.missing.length, 'item', 'itens')} do orçamento não ${check.missing.length === 1 ? 'está' : 'estão'} na planilha do cliente: ${check.missing
          .slice(0, 5)
          .map(({ code, description }) => `${code} ${description}`)
          .join('; ')}${check.missing.length > 5 ? '…' : '.'}`,
      ]
    : []),
  ...(check.otherQuantities > 0
    ? [`${counted(check.otherQuantities, 'linha')} com outra quantidade no orçamento: os totais usam a da planilha.`]
    : []),
  ...(check.withoutPrice > 0
    ? [`${counted(check.withoutPrice, 'linha')} sem preço no orçamento: as células ficam como estão.`]
    : []),
  ...(isZero(check.discount)
    ? []
    : [`O desconto de ${formatCurrency(check.discount)} não está nos preços e não entra na planilha.`]),
];

/** The rows of the workbook, and what becomes of them. */
export const CheckPanel = ({ check }: { check: Check }) => {
  const [shown, setShown] = useState<'all' | 'open'>('all');
  const open = check.rows.filter(isOpen);
  const rows = shown === 'all' ? check.rows : open;
  const isNew = check.rows.some(({ state }) => state === 'NEW');
  const warnings = isNew ? [] : warningsOf(check);
  return (
    <>
      <FigureStrip
        figures={[
          { label: 'Etapas', text: String(check.groups) },
          { label: 'Linhas', text: String(check.lines) },
          isNew
            ? { label: 'Recusadas', text: String(check.rejected) }
            : { label: 'Ligadas ao orçamento', text: `${check.linked} de ${check.lines}` },
          {
            label: 'Células preenchidas',
            text: String(check.writtenCells),
            note: `${counted(check.formulas, 'fórmula')} sem mudança`,
          },
        ]}
      />
      {warnings.length > 0 && (
        <Banner tone="warning">
          {warnings.length === 1 ? (
            warnings[0]
          ) : (
            <ul className={styles.warnings}>
              {warnings.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </Banner>
      )}
      <div className={styles.filter}>
        <Segments
          ariaLabel="Linhas da planilha"
          value={shown}
          options={[
            { value: 'all', label: `Todas ${check.rows.length}` },
            { value: 'open', label: `A conferir ${open.length}` },
          ]}
          onChange={setShown}
        />
      </div>
      <div className={styles.rows} tabIndex={0} role="region" aria-label="Linhas da planilha do cliente">
        <table className={styles.table}>
          <thead>
            <tr>
              <th>Linha</th>
              <th>Item</th>
              <th>Descrição</th>
              <th>Un.</th>
              <th className={styles.right}>Quantidade</th>
              <th>Situação</th>
              <th>Orçamento</th>
              <th>O que entra</th>
            </tr>
          </thead>
          <LongList items={rows} rowHeight={34} table>
            {(row) => (
              <tr key={row.row} data-group={row.group || undefined}>
                <td className={styles.quiet}>{row.row}</td>
                <td>{row.item}</td>
                <td className={styles.name}>{row.description}</td>
                <td>{row.unit}</td>
                <td className={styles.right}>{row.quantity == null ? '' : formatQuantity(row.quantity)}</td>
                <td>
                  <StatusPill tone={STATES[row.state].tone}>{STATES[row.state].label}</StatusPill>
                </td>
                <td>{row.detailCode}</td>
                <td className={styles.note}>{noteOf(row)}</td>
              </tr>
            )}
          </LongList>
        </table>
      </div>
    </>
  );
};
