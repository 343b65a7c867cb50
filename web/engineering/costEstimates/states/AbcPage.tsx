import { compare, fromCents, toCents } from '#domain/money.ts';
import {
  counted,
  formatCurrency,
  formatMoney,
  formatPercentage,
  formatQuantity,
  formatUnitPrice,
} from '#domain/numberFormat.ts';
import { DEFAULT_CUTS } from '#domain/engineering/estimate/abc.ts';
import { errorText } from '#web/client/errors.ts';
import {
  useCostEstimateAbcQuery,
  type CostEstimateAbcKind,
  type CostEstimateAbcQuery,
  type CostEstimateHeaderFragment,
} from '#web/generated/engineering.ts';
import { printedFacts } from '../printedFacts.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { usePlace } from '#web/session/sessionContext.ts';
import {
  EmptyState,
  ErrorState,
  Field,
  FigureStrip,
  LongList,
  MoneyInput,
  ReadingContext,
  Segments,
  Skeleton,
  StatusPill,
  unreadProblems,
  useReading,
} from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './states.module.css';
import { StatePage } from './StatePage.tsx';

type Row = NonNullable<CostEstimateAbcQuery['costEstimateAbc']>['rows'][number];

const CLASSES = [
  { id: 'A', tone: 'in' },
  { id: 'B', tone: 'warning' },
  { id: 'C', tone: 'neutral' },
] as const;
const toneOf = (id: Row['abcClass']) => CLASSES.find((one) => one.id === id)?.tone ?? 'neutral';

const problemOf = (a: string, b: string): string | undefined => {
  if (a === '' || b === '' || compare(a, '100.00') > 0 || compare(b, '100.00') > 0) {
    return 'Informe um percentual de 0 a 100.';
  }
  return compare(a, b) > 0 ? 'O corte da classe B não pode ficar abaixo do da classe A.' : undefined;
};

const sumOf = (rows: readonly Row[], id: Row['abcClass']): string =>
  fromCents(rows.reduce((sum, row) => (row.abcClass === id ? sum + toCents(row.total) : sum), 0n));

interface AbcPageProps {
  header: CostEstimateHeaderFragment;
  onClose: () => void;
}

/** Curva ABC of services, or of inputs through all compositions. */
export const AbcPage = ({ header, onClose }: AbcPageProps) => {
  const { companyId } = usePlace();
  const [kind, setKind] = useState<CostEstimateAbcKind>('SERVICES');
  const [cuts, setCuts] = useState(DEFAULT_CUTS);
  const reading = useReading();
  const unread = unreadProblems(reading.unread);
  const problem = problemOf(cuts.a, cuts.b);
  const { data, previousData, error, refetch } = useCostEstimateAbcQuery({
    variables: { companyId, id: header.id, kind, cutA: cuts.a, cutB: cuts.b },
    ...{ skip: problem !== undefined, fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  const curve = (data ?? previousData)?.costEstimateAbc;
  const rows = curve?.rows ?? [];
  const noun = kind === 'SERVICES' ? 'serviço' : 'insumo';
  return (
    <StatePage
      header={header}
      title="Curva ABC"
      onClose={onClose}
      actions={
        rows.length > 0 && (
          <ExportButton
            title={`Curva ABC ${header.code}`}
            rows={rows}
            facts={() => printedFacts(header, [{ label: 'Curva', value: `por ${noun}` }])}
            columns={[
              { title: 'Classe', value: ({ abcClass }) => abcClass },
              { title: 'Código', value: ({ code }) => code },
              { title: 'Descrição', value: ({ description }) => description },
              { title: 'Unidade', value: ({ unit }) => unit },
              { title: 'Quantidade', value: ({ quantity }) => quantity && formatQuantity(quantity) },
              { title: 'Preço', value: ({ unitPrice }) => unitPrice && formatUnitPrice(unitPrice) },
              { title: 'Total', kind: 'money', value: ({ total }) => total },
              { title: '%', value: ({ share }) => share && formatPercentage(share) },
              { title: 'Acumulado', kind: 'money', value: ({ accumulated }) => accumulated },
              {
                title: '% acumulado',
                value: ({ accumulatedShare }) => accumulatedShare && formatPercentage(accumulatedShare),
              },
            ]}
          />
        )
      }
    >
      <div className={styles.bar}>
        <Segments
          ariaLabel="Curva ABC de"
          value={kind}
          options={[
            { value: 'SERVICES', label: 'Serviços' },
            { value: 'INPUTS', label: 'Insumos' },
          ]}
          onChange={setKind}
        />
        <ReadingContext value={reading}>
          <div className={styles.cut}>
            <Field label="A até" error={unread['cutA']}>
              <MoneyInput
                path="cutA"
                value={cuts.a}
                symbol="%"
                kind="percentage"
                onChange={(a) => setCuts((now) => ({ ...now, a }))}
              />
            </Field>
          </div>
          <div className={styles.cut}>
            <Field label="B até" error={unread['cutB'] ?? problem}>
              <MoneyInput
                path="cutB"
                value={cuts.b}
                symbol="%"
                kind="percentage"
                onChange={(b) => setCuts((now) => ({ ...now, b }))}
              />
            </Field>
          </div>
        </ReadingContext>
      </div>
      {!curve ? (
        error ? (
          <ErrorState
            message={errorText(error, 'Falha para buscar curva ABC do orçamento')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton rows={12} />
        )
      ) : rows.length === 0 ? (
        <EmptyState title="Orçamento sem linhas" text="A curva ABC ordena as linhas do orçamento pelo total." />
      ) : (
        <>
          <FigureStrip
            figures={[
              ...CLASSES.map(({ id }) => ({
                label: `Classe ${id}`,
                value: sumOf(rows, id),
                note: counted(rows.filter(({ abcClass }) => abcClass === id).length, noun),
              })),
              {
                label: header.amendmentCount > 0 ? 'Total com aditivos' : 'Total do orçamento',
                value: curve.total,
                note: counted(rows.length, noun),
              },
            ]}
          />
          <AbcTable rows={rows} total={curve.total} />
        </>
      )}
    </StatePage>
  );
};

const AbcTable = ({ rows, total }: { rows: readonly Row[]; total: string }) => (
  <div className={styles.scroller} tabIndex={0} role="region" aria-label={`Curva ABC de ${formatCurrency(total)}`}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th>Classe</th>
          <th>Código</th>
          <th>Descrição</th>
          <th>Un.</th>
          <th className={styles.right}>Quantidade</th>
          <th className={styles.right}>Preço (R$)</th>
          <th className={styles.right}>Total (R$)</th>
          <th className={styles.right}>%</th>
          <th className={styles.right}>Acumulado (R$)</th>
          <th className={styles.right}>% acum.</th>
        </tr>
      </thead>
      <LongList items={rows} rowHeight={34} table>
        {(row, index) => (
          <tr key={row.itemId ?? `typed-${index}`}>
            <td>
              <StatusPill tone={toneOf(row.abcClass)}>{row.abcClass}</StatusPill>
            </td>
            <td>{row.code}</td>
            <td className={styles.name}>{row.description}</td>
            <td>{row.unit}</td>
            <td className={styles.right}>{row.quantity == null ? '' : formatQuantity(row.quantity)}</td>
            <td className={styles.right}>{row.unitPrice == null ? '' : formatUnitPrice(row.unitPrice)}</td>
            <td className={styles.right}>
              <strong>{formatMoney(row.total)}</strong>
            </td>
            <td className={styles.right}>{row.share == null ? '-' : formatPercentage(row.share)}</td>
            <td className={styles.right}>{formatMoney(row.accumulated)}</td>
            <td className={styles.right}>
              {row.accumulatedShare == null ? '-' : formatPercentage(row.accumulatedShare)}
            </td>
          </tr>
        )}
      </LongList>
    </table>
  </div>
);
