import { subtract } from '#domain/money.ts';
import { counted, formatCount, formatCurrency, formatPrice4, formatQuantity } from '#domain/numberFormat.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import type { CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { printedFacts } from '../printedFacts.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import {
  Banner,
  Breadcrumb,
  Button,
  EmptyState,
  ErrorState,
  FigureStrip,
  Segments,
  Select,
  Skeleton,
  StatusPill,
  useIsPhone,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { useLock } from '../editor/useLock.ts';
import { COST_ESTIMATES } from '../words.ts';
import {
  changeText,
  choiceOf,
  reasonOf,
  rowsOfView,
  takenText,
  withChoice,
  type Kept,
  type PriceRow,
  type View,
} from './model.ts';
import { costTone, PriceCards, PriceTable, signed, signedCurrency, signedShare } from './PriceTable.tsx';
import styles from './prices.module.css';
import { usePrices } from './usePrices.ts';

interface PricesPageProps {
  header: CostEstimateHeaderFragment;
  /** What the user keeps, as long as the estimate is open. */
  kept: Kept;
  onKept: (kept: Kept) => void;
  onClose: () => void;
  /** The estimate was changed, or changed back, and is read anew. */
  onChanged: () => void;
}

const VIEW_WORDS: Readonly<Record<View, string>> = {
  ALL: 'todas',
  UP: 'que sobem',
  DOWN: 'que caem',
  ABOVE: 'acima de 5%',
};

const SHARED = 'Um insumo tem um só preço no orçamento: o que você mantém fica igual em todas as linhas que o usam.';

/** Atualizar preços (mock 24b): what an estimate was taken at beside the register and a month of published prices. */
export const PricesPage = ({ header, kept, onKept, onClose, onChanged }: PricesPageProps) => {
  const phone = useIsPhone();
  const [view, setView] = useState<View>('ALL');
  const lock = useLock({ id: header.id, initial: header.lock ?? null, dirty: true, onVersion: () => undefined });
  const prices = usePrices(header.id, kept);
  const { preview } = prices;
  const rows = preview?.rows ?? [];
  const resources = new Map((preview?.resources ?? []).map((one) => [one.resourceId, one]));
  const unitsOf = ({ resourceId }: PriceRow) => resources.get(resourceId)?.units ?? [];
  const changed = rowsOfView(rows, 'ALL').filter(({ noNewPrice }) => noNewPrice == null);
  const choices = changed.map((row) => choiceOf(unitsOf(row), kept));
  const chosen = choices.filter((choice) => choice !== false).length;
  const partly = choices.filter((choice) => choice === 'mixed').length;
  const apply = async () => {
    if (chosen === 0 || prices.applying || lock.other !== null) return;
    if (!(await prices.apply(onChanged))) return;
    await lock.release();
    onChanged();
    onClose();
  };
  useEditorKeys({ onSave: () => void apply() });
  const difference = preview ? subtract(preview.newTotal, preview.total) : '0.00';
  const all = chosen === 0 ? false : chosen === changed.length && partly === 0 ? true : 'mixed';
  const chooseAll = (take: boolean) => onKept(take ? new Set() : withChoice(kept, changed.flatMap(unitsOf), false));
  const choose = (units: readonly string[], take: boolean) => onKept(withChoice(kept, units, take));
  const counts = { ups: rowsOfView(rows, 'UP').length, downs: rowsOfView(rows, 'DOWN').length };
  const title = `${header.code} · ${header.building?.name ?? ''}`;
  const shown = rowsOfView(rows, view);
  return (
    <div className={styles.page}>
      <Breadcrumb
        steps={[
          { label: 'Orçamentos', to: COST_ESTIMATES },
          { label: title, to: `${COST_ESTIMATES}?id=${header.id}` },
          { label: 'Atualizar preços' },
        ]}
      />
      <header className={styles.head}>
        <h1 className={styles.title}>Atualizar preços</h1>
        {lock.lock?.mine && <StatusPill tone="warning">Em edição por você</StatusPill>}
        <div className={styles.actions}>
          {rows.length > 0 && (
            <ExportButton
              title={`Diferença de preços ${header.code}`}
              rows={shown}
              facts={() => printedFacts(header, [{ label: 'Linhas', value: VIEW_WORDS[view] }])}
              columns={[
                { title: 'Item', value: ({ code }) => code },
                { title: 'Serviço', value: ({ description }) => description },
                { title: 'Unidade', value: ({ unit }) => unit },
                { title: 'Quantidade', value: ({ quantity }) => formatQuantity(quantity ?? '0') },
                { title: 'No orçamento', value: ({ unitPrice }) => unitPrice && formatPrice4(unitPrice) },
                { title: 'Preço novo', value: ({ newPrice }) => newPrice && formatPrice4(newPrice) },
                { title: 'Diferença', value: ({ unitPrice, newPrice }) => changeText(unitPrice, newPrice) },
                { title: 'Por quê', value: (row) => reasonOf(row, resources.get(row.resourceId)) },
                { title: 'Preço escolhido', value: ({ chosenPrice }) => chosenPrice && formatPrice4(chosenPrice) },
                { title: 'Impacto', kind: 'money', value: ({ impact }) => impact },
              ]}
            />
          )}
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            variant="primary"
            shortcut={phone ? undefined : 'Ctrl S'}
            busy={prices.applying}
            disabled={chosen === 0 || lock.other !== null}
            onClick={() => void apply()}
          >
            {`Aplicar ${counted(chosen, 'preço')}`}
          </Button>
        </div>
      </header>
      {lock.other !== null && <Banner tone="warning">{lock.other}</Banner>}
      {!preview ? (
        prices.error === null ? (
          <Skeleton rows={12} />
        ) : (
          <ErrorState message={prices.error} onRetry={prices.retry} />
        )
      ) : (
        <>
          <FigureStrip
            figures={[
              {
                label: 'No orçamento hoje',
                value: preview.total,
                note: `revisão ${preview.revision}${takenText(preview)}`,
              },
              {
                label: 'Depois de aplicar',
                value: preview.newTotal,
                note: `vira a revisão ${preview.revision + 1}; a ${preview.revision} fica guardada`,
              },
              {
                label: 'Diferença',
                text: signedCurrency(difference),
                tone: costTone(difference),
                note: `${signedShare(difference, preview.total)} sobre o total`,
              },
              {
                label: 'Serviços que mudam',
                text: `${formatCount(changed.length)} de ${formatCount(preview.itemCount)}`,
                note: (
                  <>
                    {counted(counts.ups, 'sobe', 'sobem')},{' '}
                    <span className={styles.down}>{counted(counts.downs, 'cai', 'caem')}</span>
                  </>
                ),
              },
              {
                label: 'Sem preço novo',
                text: formatCount(rows.length - changed.length),
                note: 'mantêm o do orçamento',
              },
            ]}
          />
          <div className={styles.bar}>
            <label className={styles.compare}>
              <span>Comparar com</span>
              {preview.databases.length > 0 && preview.database ? (
                <Select
                  ariaLabel="Comparar com"
                  value={preview.database.id}
                  options={preview.databases.map(({ id, name }) => ({
                    value: id,
                    label: `Preços de hoje: próprios e ${name}`,
                  }))}
                  onChange={(id) => prices.setDatabase(id)}
                />
              ) : (
                <strong>Preços de hoje: próprios</strong>
              )}
            </label>
            <Segments
              ariaLabel="Linhas"
              value={view}
              options={[
                { value: 'ALL', label: `Todos ${formatCount(changed.length)}` },
                { value: 'UP', label: `Sobem ${formatCount(counts.ups)}` },
                { value: 'DOWN', label: `Caem ${formatCount(counts.downs)}` },
                { value: 'ABOVE', label: `Acima de 5% ${formatCount(rowsOfView(rows, 'ABOVE').length)}` },
              ]}
              onChange={setView}
            />
            <span className={styles.still}>Quantidades não mudam</span>
          </div>
          <p className={styles.hint}>
            {SHARED}
            {partly > 0 && ` ${counted(partly, 'linha muda', 'linhas mudam')} só em parte.`}
            {preview.locallyPriced > 0 &&
              ` ${counted(preview.locallyPriced, 'preço digitado neste orçamento fica', 'preços digitados neste orçamento ficam')} como ${preview.locallyPriced === 1 ? 'está' : 'estão'}.`}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              title={
                changed.length === 0 && view === 'ALL' ? 'Os preços já são os de hoje.' : 'Nenhuma linha nesta visão'
              }
              text={
                changed.length === 0
                  ? 'O cadastro e a base escolhida têm os mesmos preços deste orçamento.'
                  : 'Escolha outra visão para ver as demais.'
              }
            />
          ) : (
            <>
              {changed.length === 0 && <Banner tone="info">Os preços já são os de hoje.</Banner>}
              {phone ? (
                <PriceCards {...{ rows: shown, resources, kept }} onChoose={choose} />
              ) : (
                <PriceTable {...{ rows: shown, resources, kept, all }} onChoose={choose} onAll={chooseAll} />
              )}
            </>
          )}
          <footer className={styles.foot} aria-busy={prices.loading} aria-live="polite">
            <span>
              {counted(chosen, 'escolhido')} <strong>{signed(difference)}</strong>
            </span>
            <span className={styles.outside}>
              Fora da escolha {signed(subtract(preview.fullTotal, preview.newTotal))}
            </span>
            <span className={styles.totals}>
              Total do orçamento <strong>{formatCurrency(preview.total)}</strong> →{' '}
              <strong>{formatCurrency(preview.newTotal)}</strong>
            </span>
          </footer>
        </>
      )}
    </div>
  );
};
