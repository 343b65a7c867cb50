import { isPositive, isZero, percentageOf, add } from '#domain/money.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { HEAT_LABELS } from '#domain/engineering/costBreakdown/heat.ts';
import type { Regime } from '#domain/financial/financialStatement/lines.ts';
import { hasAllOf } from '#domain/permissions.ts';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { downloadFile } from '#web/client/files.ts';
import { errorText } from '#web/client/errors.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { useCostBreakdownQuery } from '#web/generated/engineering.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { CategoryIcon, DownloadIcon, PrintIcon } from '#web/ui/icons.ts';
import {
  Banner,
  Button,
  DateInput,
  EmptyState,
  ErrorState,
  Field,
  Menu,
  PageHeader,
  ReadingContext,
  Screen,
  Segments,
  Select,
  Skeleton,
  unreadProblems,
  useDelayed,
  useIsPhone,
  useReading,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { InputsDialog } from './InputsDialog.tsx';
import { ESTIMATES } from './links.ts';
import { Matrix } from './Matrix.tsx';
import type { Breakdown } from './model.ts';
import { PhoneBreakdown } from './PhoneBreakdown.tsx';
import { useBreakdownView, type BreakdownView } from './useBreakdownView.ts';
import styles from './screen.module.css';

const TITLE = 'Etapas × categorias';

const REGIMES: { value: Regime; label: string }[] = [
  { value: 'ACCRUAL', label: 'Competência' },
  { value: 'CASH', label: 'Caixa' },
];

const summaryOf = ({ total }: Breakdown): string => {
  const { estimated, committed, actual } = total;
  const currency = (value: string) => formatCurrency(value).replace('-', '−');
  if (!estimated || !isPositive(estimated)) return `realizado ${currency(actual)}`;
  const share = percentageOf(add(actual, committed), estimated);
  return `realizado ${currency(actual)} de ${currency(estimated)} orçados · ${share.replace('.', ',')}% com o comprometido`;
};

const shortSummary = ({ total: { actual } }: Breakdown): string =>
  `realizado ${formatCurrency(actual).replace('-', '−')}`;

const Controls = ({ view }: { view: BreakdownView }) => {
  const { options } = useBuildingChoice();
  const reading = useReading();
  return (
    <ReadingContext value={reading}>
      <div className={styles.controls}>
        <span className={styles.building}>
          <Select
            ariaLabel="Obra"
            value={view.buildingId ?? ''}
            placeholder={view.buildingId === null ? 'Escolha a obra' : undefined}
            options={options.map(({ id, label }) => ({ value: id, label }))}
            onChange={view.setBuilding}
          />
        </span>
        <Segments ariaLabel="Regime" value={view.regime} options={REGIMES} onChange={view.setRegime} />
        <div className={styles.until}>
          <Field label="Até" error={unreadProblems(reading.unread).date}>
            <DateInput path="date" towards="past" value={view.date} onChange={view.setDate} />
          </Field>
        </div>
        <Legend />
      </div>
    </ReadingContext>
  );
};

const Legend = () => (
  <span className={styles.legend}>
    Consumo do orçado:
    {(['LOW', 'MEDIUM', 'HIGH', 'OVER'] as const).map((heat) => (
      <span key={heat}>
        <span className={styles.swatch} data-heat={heat} aria-hidden="true">
          {heat === 'OVER' ? '▲' : ''}
        </span>
        {HEAT_LABELS[heat]}
      </span>
    ))}
    <span>
      <span className={styles.swatch} data-heat="COMMITTED" aria-hidden="true" /> comprometido
    </span>
  </span>
);

const useFiles = ({ companyId, buildingId, regime, date }: BreakdownView) => {
  const [busy, setBusy] = useState(false);
  const save = async (format: 'PDF' | 'XLSX' | 'CSV') => {
    setBusy(true);
    const query = new URLSearchParams({ regime, date, format });
    const path = `/api/v1/engineering/companies/${companyId}/buildings/${buildingId}/cost-breakdown/file?${query}`;
    await downloadFile(path, `Etapas x Categorias.${format.toLowerCase()}`).catch((error: unknown) =>
      notifyFailure(error),
    );
    setBusy(false);
  };
  return { busy, save };
};

const Actions = ({ view, breakdown, phone }: { view: BreakdownView; breakdown: Breakdown; phone: boolean }) => {
  const { busy, save } = useFiles(view);
  const sheets = [
    { label: 'Excel (XLSX), com fórmulas', onClick: () => void save('XLSX') },
    { label: 'CSV', onClick: () => void save('CSV') },
  ];
  if (phone) {
    return (
      <Menu
        trigger={
          <Button icon={<DownloadIcon />} busy={busy}>
            Exportar
          </Button>
        }
        actions={[
          { label: 'PDF', onClick: () => void save('PDF') },
          ...sheets,
          ...(breakdown.inputs.length > 0
            ? [{ label: 'Insumos e categorias', separated: true, onClick: () => view.setInputs(true) }]
            : []),
        ]}
      />
    );
  }
  return (
    <>
      {breakdown.inputs.length > 0 && (
        <Button variant="subtle" icon={<CategoryIcon />} onClick={() => view.setInputs(true)}>
          Insumos e categorias
        </Button>
      )}
      <Button variant="subtle" icon={<PrintIcon />} busy={busy} onClick={() => void save('PDF')}>
        PDF
      </Button>
      <Menu
        trigger={
          <Button variant="subtle" icon={<DownloadIcon />}>
            Planilha
          </Button>
        }
        actions={sheets}
      />
    </>
  );
};

/** What keeps the estimate from standing in the cells, with what mends it. */
const Notes = ({ breakdown, view }: { breakdown: Breakdown; view: BreakdownView }) => {
  const { costEstimates, unsplit } = breakdown;
  if (costEstimates.length === 0) {
    return (
      <div className={styles.note}>
        <Banner tone="info" action={<Link to={ESTIMATES}>Abrir orçamentos</Link>}>
          Esta obra não tem orçamento aprovado: a tabela mostra só o realizado e o comprometido.
        </Banner>
      </div>
    );
  }
  if (!unsplit || isZero(unsplit)) return null;
  return (
    <div className={styles.note}>
      <Banner
        tone="warning"
        action={
          <Button size="small" onClick={() => view.setInputs(true)}>
            Dar categoria
          </Button>
        }
      >
        {formatCurrency(unsplit)} do orçado são de insumos sem categoria: nas etapas que os têm, o orçado aparece só no
        total.
      </Banner>
    </div>
  );
};

/** Etapas x Categorias (§2 /costbreakdown, mock 9): one obra, its stages by category of expense. */
const CostBreakdownScreen = () => {
  const view = useBreakdownView();
  const { grantee } = useSession();
  const { companyId, buildingId, regime, date } = view;
  const phone = useIsPhone();
  const { data, previousData, loading, error, refetch } = useCostBreakdownQuery({
    variables: { companyId, buildingId: buildingId ?? '', regime, date },
    skip: companyId === '' || buildingId === null,
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const stale = useDelayed(loading);
  const found = (data ?? previousData)?.costBreakdown ?? undefined;
  const breakdown = buildingId === null ? undefined : found;
  const may = (permission: 'DEBIT' | 'PURCHASE') => hasAllOf(grantee, [permission], { companyId, buildingId });
  const mayOpen = { documents: may('DEBIT'), orders: may('PURCHASE') };
  return (
    <Screen>
      <PageHeader
        title={TITLE}
        {...(breakdown && {
          summary: phone ? shortSummary(breakdown) : summaryOf(breakdown),
          actions: <Actions view={view} breakdown={breakdown} phone={phone} />,
        })}
      />
      <Controls view={view} />
      {breakdown && <Notes breakdown={breakdown} view={view} />}
      <div
        className={styles.body}
        data-stale={(stale && breakdown !== undefined) || undefined}
        aria-busy={loading || undefined}
      >
        {buildingId === null ? (
          <EmptyState
            title="Escolha uma obra"
            text="A tabela cruza as etapas de uma obra com as categorias das despesas."
          />
        ) : breakdown ? (
          phone ? (
            <PhoneBreakdown breakdown={breakdown} view={view} mayOpen={mayOpen} />
          ) : (
            <Matrix breakdown={breakdown} view={view} mayOpen={mayOpen} />
          )
        ) : error || data ? (
          <ErrorState message={errorText(error, 'Obra não encontrada.')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={14} />
        )}
      </div>
      {breakdown && view.inputs && <InputsDialog breakdown={breakdown} onClose={() => view.setInputs(false)} />}
    </Screen>
  );
};

export default CostBreakdownScreen;
