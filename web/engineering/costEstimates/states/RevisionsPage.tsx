import { isZero } from '#domain/money.ts';
import { counted, formatCurrency, formatPercentage, formatPrice4 } from '#domain/numberFormat.ts';
import { formatDate } from '#domain/dates.ts';
import { errorText } from '#web/client/errors.ts';
import {
  useCostEstimateRevisionChangesQuery,
  useCostEstimateRevisionsQuery,
  type CostEstimateHeaderFragment,
  type CostEstimateRevisionChangesQuery,
  type CostEstimateRevisionFieldsFragment,
} from '#web/generated/engineering.ts';
import { printedFacts } from '../printedFacts.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { usePlace } from '#web/session/sessionContext.ts';
import {
  Button,
  dayOf,
  EmptyState,
  ErrorState,
  FigureStrip,
  LongList,
  Select,
  Skeleton,
  timeOf,
  useIsPhone,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { quantityShown } from '../editor/cellText.ts';
import { costTone, signed, signedCurrency, signedShare } from '../prices/PriceTable.tsx';
import { usePriceUndo } from '../prices/usePrices.ts';
import styles from './states.module.css';
import { StatePage } from './StatePage.tsx';

type Revision = CostEstimateRevisionFieldsFragment;
type Changes = NonNullable<CostEstimateRevisionChangesQuery['costEstimateRevisionChanges']>;
type Change = Changes['rows'][number];

const FAILURE = 'Falha para buscar revisões do orçamento';
const NOW = 'now';

const REASONS: Readonly<Record<Revision['reason'], string>> = {
  APPROVAL: 'Aprovação',
  BEFORE_PRICES: 'Antes de atualizar preços',
  PRICES: 'Preços atualizados',
  AMENDMENT: 'Aditivo aprovado',
  AMENDMENT_UNDONE: 'Aditivo desfeito',
};
const KINDS: Readonly<Record<Change['kind'], string>> = { ADDED: 'Incluída', REMOVED: 'Retirada', CHANGED: 'Alterada' };

type Side = Change['before'];
const pair = (change: Change, textOf: (side: NonNullable<Side>) => string): string => {
  const [before, after] = [change.before, change.after].map((side) => (side ? textOf(side) : null));
  if (before === null || after === null) return after ?? before ?? '';
  return before === after ? (after ?? '') : `${before} → ${after}`;
};
const quantityOf = (change: Change) => pair(change, ({ quantity }) => quantityShown(quantity ?? '0.0000'));
const priceOf = (change: Change) =>
  pair(change, ({ unitPrice }) => (unitPrice == null ? 'sem preço' : formatPrice4(unitPrice)));
const bdiOf = (change: Change) => pair(change, ({ bdi }) => (bdi == null ? 'sem BDI' : formatPercentage(bdi)));

interface RevisionsPageProps {
  header: CostEstimateHeaderFragment;
  onClose: () => void;
  /** Opens a revision with its rows. */
  onOpen: (number: number) => void;
  /** The estimate is read anew after an undo. */
  onUndone: () => void;
}

/** Revisions of an estimate, and two of them compared. */
export const RevisionsPage = ({ header, onClose, onOpen, onUndone }: RevisionsPageProps) => {
  const { companyId } = usePlace();
  const settings = { context: { quiet: true }, fetchPolicy: 'no-cache' } as const;
  const { data, error, refetch } = useCostEstimateRevisionsQuery({
    variables: { companyId, id: header.id },
    ...settings,
  });
  const undo = usePriceUndo(header.id);
  const revisions = data?.costEstimateRevisions?.content;
  const takeBack = async () => {
    if (await undo.run(header.version)) onUndone();
  };
  return (
    <StatePage header={header} title="Revisões" onClose={onClose}>
      {!revisions ? (
        error ? (
          <ErrorState message={errorText(error, FAILURE)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={8} />
        )
      ) : revisions.length === 0 ? (
        <EmptyState
          title="Nenhuma revisão guardada"
          text="Cada aprovação guarda uma revisão, com linhas, preços e totais; a atualização de preços também."
        />
      ) : (
        <>
          <ul className={styles.revisions} aria-label="Revisões guardadas">
            {revisions.map((one) => (
              <li key={one.number}>
                <strong>Revisão {one.number}</strong>
                <span>{REASONS[one.reason]}</span>
                <span className={styles.quiet}>
                  {formatDate(dayOf(one.createdAt))}, {timeOf(one.createdAt)}
                  {one.createdBy ? ` · ${one.createdBy.name}` : ''} · {counted(one.itemCount, 'linha')}
                </span>
                <strong className={styles.end}>{formatCurrency(one.total)}</strong>
                {one.undoable && (
                  <Button busy={undo.loading} onClick={() => void takeBack()}>
                    Desfazer atualização
                  </Button>
                )}
                <Button onClick={() => onOpen(one.number)}>{`Abrir revisão ${one.number}`}</Button>
              </li>
            ))}
          </ul>
          <Comparison header={header} revisions={revisions} />
        </>
      )}
    </StatePage>
  );
};

const Comparison = ({ header, revisions }: { header: CostEstimateHeaderFragment; revisions: readonly Revision[] }) => {
  const { companyId } = usePlace();
  const [newest] = revisions;
  const [first, setFirst] = useState(String(revisions[1]?.number ?? newest?.number ?? NOW));
  const [second, setSecond] = useState(revisions.length > 1 ? String(newest?.number) : NOW);
  const numberOf = (value: string) => (value === NOW ? null : Number(value));
  const { data, previousData, error, refetch } = useCostEstimateRevisionChangesQuery({
    variables: { companyId, id: header.id, first: numberOf(first), second: numberOf(second) },
    ...{ context: { quiet: true }, fetchPolicy: 'no-cache' },
  });
  const options = [
    { value: NOW, label: 'Como está agora' },
    ...revisions.map(({ number }) => ({ value: String(number), label: `Revisão ${number}` })),
  ];
  const nameOf = (label: string, wanted: string) => ({
    label,
    value: options.find(({ value }) => value === wanted)?.label ?? '',
  });
  const changes = (data ?? previousData)?.costEstimateRevisionChanges;
  return (
    <section aria-label="Comparação" className={styles.section}>
      <div className={styles.bar}>
        <span>Comparar</span>
        <Select ariaLabel="De" value={first} options={options} onChange={setFirst} />
        <span>com</span>
        <Select ariaLabel="Com" value={second} options={options} onChange={setSecond} />
        {changes && changes.rows.length > 0 && (
          <span className={styles.end}>
            <ExportButton
              title={`Comparação ${header.code}`}
              rows={changes.rows}
              facts={() => printedFacts(header, [nameOf('De', first), nameOf('Com', second)])}
              columns={[
                { title: 'Mudança', value: ({ kind }) => KINDS[kind] },
                { title: 'Item', value: ({ code }) => code },
                { title: 'Descrição', value: ({ description }) => description },
                { title: 'Unidade', value: ({ unit }) => unit },
                { title: 'Quantidade', value: quantityOf },
                { title: 'Preço', value: priceOf },
                { title: 'BDI', value: bdiOf },
                { title: 'Por quantidade', kind: 'money', value: ({ quantity }) => quantity },
                { title: 'Por preço', kind: 'money', value: ({ price }) => price },
                { title: 'Por BDI', kind: 'money', value: ({ bdi }) => bdi },
                { title: 'Diferença', kind: 'money', value: ({ difference }) => difference },
              ]}
            />
          </span>
        )}
      </div>
      {!changes ? (
        error ? (
          <ErrorState message={errorText(error, FAILURE)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} />
        )
      ) : (
        <>
          <Explained changes={changes} />
          {changes.rows.length === 0 ? (
            <EmptyState title="Nenhuma linha mudou" text="As duas têm as mesmas linhas, quantidades, preços e BDI." />
          ) : (
            <Changed rows={changes.rows} />
          )}
        </>
      )}
    </section>
  );
};

/** The difference of the totals and its parts, which sum to it. */
const Explained = ({ changes }: { changes: Changes }) => {
  const parts = [
    { label: 'Linhas incluídas', value: changes.added },
    { label: 'Linhas retiradas', value: changes.removed },
    { label: 'Quantidades', value: changes.quantity },
    { label: 'Preços', value: changes.price },
    { label: 'BDI', value: changes.bdi },
    { label: 'Desconto', value: changes.discount },
  ];
  return (
    <FigureStrip
      figures={[
        { label: 'Antes', value: changes.firstTotal },
        ...parts
          .filter(({ value }) => !isZero(value))
          .map(({ label, value }) => ({ label, text: signed(value), tone: costTone(value) })),
        { label: 'Depois', value: changes.secondTotal },
        {
          label: 'Diferença',
          text: signedCurrency(changes.difference),
          tone: costTone(changes.difference),
          ...(!isZero(changes.firstTotal) && {
            note: `${signedShare(changes.difference, changes.firstTotal)} sobre o total`,
          }),
        },
      ]}
    />
  );
};

/** A change of the cost: its sign says what its colour does. */
const Amount = ({ value, strong }: { value: string; strong?: true }) => {
  const tone = costTone(value);
  const text = <span className={tone && styles[tone]}>{signed(value)}</span>;
  return strong ? <strong>{text}</strong> : text;
};

const Changed = ({ rows }: { rows: readonly Change[] }) =>
  useIsPhone() ? <ChangeCards rows={rows} /> : <ChangeTable rows={rows} />;

/** The same rows on a phone. */
const ChangeCards = ({ rows }: { rows: readonly Change[] }) => (
  <ul className={styles.changes} aria-label="Linhas que mudaram">
    <LongList items={rows} rowHeight={72}>
      {(row) => (
        <li key={`${row.kind}.${row.rowId}`}>
          <div>
            <strong>
              {row.code} {row.description}
            </strong>
            <span className={styles.quiet}>
              {KINDS[row.kind]}: {quantityOf(row)} {row.unit} · {priceOf(row)} · {bdiOf(row)}
            </span>
          </div>
          <Amount value={row.difference} strong />
        </li>
      )}
    </LongList>
  </ul>
);

const ChangeTable = ({ rows }: { rows: readonly Change[] }) => (
  <div className={styles.scroller} tabIndex={0} role="region" aria-label="Linhas que mudaram">
    <table className={styles.table}>
      <thead>
        <tr>
          <th>Mudança</th>
          <th>Item</th>
          <th>Descrição</th>
          <th>Un.</th>
          <th className={styles.right}>Quantidade</th>
          <th className={styles.right}>Preço (R$)</th>
          <th className={styles.right}>BDI</th>
          <th className={styles.right}>Por quantidade</th>
          <th className={styles.right}>Por preço</th>
          <th className={styles.right}>Por BDI</th>
          <th className={`${styles.right} ${styles.impact}`}>Impacto (R$)</th>
        </tr>
      </thead>
      <LongList items={rows} rowHeight={34} table>
        {(row) => (
          <tr key={`${row.kind}.${row.rowId}`}>
            <td>{KINDS[row.kind]}</td>
            <td>{row.code}</td>
            <td className={styles.name}>{row.description}</td>
            <td>{row.unit}</td>
            <td className={styles.right}>{quantityOf(row)}</td>
            <td className={styles.right}>{priceOf(row)}</td>
            <td className={styles.right}>{bdiOf(row)}</td>
            {[row.quantity, row.price, row.bdi].map((part, index) => (
              <td key={index} className={styles.right}>
                {isZero(part) ? '' : <Amount value={part} />}
              </td>
            ))}
            <td className={`${styles.right} ${styles.impact}`}>
              <Amount value={row.difference} strong />
            </td>
          </tr>
        )}
      </LongList>
    </table>
  </div>
);
