import { addToMonth } from '#domain/financial/financialStatement/months.ts';
import { isZero } from '#domain/money.ts';
import { downloadFile } from '#web/client/files.ts';
import { errorText } from '#web/client/errors.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { useFinancialStatementQuery, useStatementPlanQuery } from '#web/generated/financial.ts';
import { useListQuery } from '#web/list/useListQuery.ts';
import { useNamedCompany } from '#web/list/useNamedCompany.ts';
import { CategoryIcon, DownloadIcon, PrintIcon } from '#web/ui/icons.ts';
import {
  Button,
  ErrorState,
  Menu,
  PageHeader,
  Screen,
  Skeleton,
  today,
  useDelayed,
  useIsPhone,
} from '#web/ui/index.ts';
import { useState } from 'react';
import type { Beside } from './beside.ts';
import { Comparison } from './Comparison.tsx';
import { Controls, PhoneControls } from './Controls.tsx';
import { DocumentsDrawer } from './DocumentsDrawer.tsx';
import { Foot } from './Foot.tsx';
import { LinesDialog } from './LinesDialog.tsx';
import { currencyText, lineOf, plannedCosts, vertical, type Statement } from './model.ts';
import { PhoneStatement } from './PhoneStatement.tsx';
import { StatementTable } from './StatementTable.tsx';
import { useStatementView, type StatementView } from './useStatementView.ts';
import styles from './screen.module.css';

const TITLE = 'Demonstrativo de Resultado';

/** The statement of the view, and that of the year before where it is compared with it. */
const useStatement = (view: StatementView) => {
  const { companyId, buildingId, regime, from, to } = view;
  const { data, previousData, loading, error, refetch } = useFinancialStatementQuery({
    variables: {
      ...{ companyId, buildingId, regime, from, to, compared: view.analysis === 'lastYear' },
      ...{ beforeFrom: addToMonth(from, -12), beforeTo: addToMonth(to, -12) },
    },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const shown = data ?? previousData;
  return { statement: shown?.statement ?? undefined, before: shown?.before ?? null, loading, error, refetch };
};

/** What the obra of the view had planned, where it is compared with it. */
const usePlan = ({ companyId, buildingId, analysis, from, to }: StatementView, statement: Statement | undefined) => {
  const { data, error } = useStatementPlanQuery({
    variables: { companyId, buildingId: buildingId ?? '', date: today() },
    skip: analysis !== 'estimate' || buildingId === null || companyId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const overview = data?.appropriationsOverview ?? undefined;
  const months = statement?.months ?? [];
  return { overview, error, planned: overview ? plannedCosts(overview.curve, months) : null, from, to };
};

/** Files of what the screen shows: the PDF with its open lines, the sheet with all of them. */
const useFiles = (view: StatementView) => {
  const [busy, setBusy] = useState(false);
  const save = async (format: 'PDF' | 'XLSX' | 'CSV') => {
    const { companyId, regime, from, to, buildingId, analysis, open } = view;
    const query = new URLSearchParams({ regime, from, to, format });
    if (buildingId !== null) query.set('buildingId', buildingId);
    if (format === 'PDF') {
      const lines = [...open].filter((key) => !key.includes('.'));
      if (lines.length > 0) query.set('open', lines.join(','));
      query.set('analysis', analysis === 'none' ? 'NONE' : analysis === 'ah' ? 'AH' : 'AV');
    }
    setBusy(true);
    const name = `${TITLE} ${from} a ${to}.${format.toLowerCase()}`;
    await downloadFile(`/api/v1/financial/company/${companyId}/financial-statement/file?${query}`, name).catch(
      (error: unknown) => notifyFailure(error),
    );
    setBusy(false);
  };
  return { busy, save };
};

const Actions = ({ view, phone }: { view: StatementView; phone: boolean }) => {
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
          { label: 'Linhas e categorias', separated: true, onClick: () => view.openLines('all') },
        ]}
      />
    );
  }
  return (
    <>
      <Button variant="subtle" icon={<CategoryIcon />} onClick={() => view.openLines('all')}>
        Linhas e categorias
      </Button>
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

const summaryOf = (statement: Statement | undefined): string | undefined => {
  if (!statement) return undefined;
  const result = statement.lines.find(({ line }) => line === 'RESULT');
  if (!result) return undefined;
  const row = { ...result, key: 'RESULT', kind: 'computed', figure: null, open: null } as const;
  const share = vertical(statement, row, statement.months.length);
  const without = statement.expensesWithoutBuilding;
  return [
    `resultado ${currencyText(lineOf(statement, 'RESULT').total)}`,
    ...(share === '–' ? [] : [`${share}% da receita líquida`]),
    ...(without && !isZero(without) ? [`sem ${currencyText(without)} de despesas sem obra`] : []),
  ].join(' · ');
};

const phoneSummary = ({ buildingId, regime }: StatementView): string =>
  `${buildingId === null ? 'Todas as obras' : 'Uma obra'} · ${regime === 'CASH' ? 'por pagamento' : 'por competência'}`;

const besideFor = (
  { analysis }: StatementView,
  { before }: ReturnType<typeof useStatement>,
  { planned }: ReturnType<typeof usePlan>,
): Beside => {
  if (analysis === 'lastYear') return { kind: 'lastYear', before };
  if (analysis === 'estimate') return { kind: 'estimate', planned };
  return { kind: analysis };
};

/** Demonstrativo de Resultado (§2 /financial-statement, mock 8): the income statement by month; administrators only. */
const FinancialStatementScreen = () => {
  const view = useStatementView();
  const phone = useIsPhone();
  useNamedCompany(useListQuery());
  const result = useStatement(view);
  const { statement, loading, error } = result;
  const plan = usePlan(view, statement);
  const stale = useDelayed(loading);
  const unclassified = (statement?.rows ?? []).filter(({ line }) => line === 'UNCLASSIFIED').length;
  const table = statement && { statement, view, beside: besideFor(view, result, plan), unclassified };
  return (
    <Screen>
      <PageHeader
        title={TITLE}
        summary={phone ? phoneSummary(view) : summaryOf(statement)}
        actions={<Actions view={view} phone={phone} />}
      />
      {phone ? <PhoneControls view={view} /> : <Controls view={view} />}
      {view.analysis === 'estimate' && <Comparison view={view} overview={plan.overview} error={plan.error} />}
      <div
        className={styles.body}
        data-stale={(stale && statement !== undefined) || undefined}
        aria-busy={loading || undefined}
      >
        {table ? (
          phone ? (
            <PhoneStatement {...table} />
          ) : (
            <StatementTable {...table} />
          )
        ) : error ? (
          <ErrorState message={errorText(error)} onRetry={() => void result.refetch()} />
        ) : (
          <Skeleton rows={14} />
        )}
      </div>
      {statement && !phone && <Foot statement={statement} />}
      {view.documents && (
        <DocumentsDrawer key={JSON.stringify(view.documents)} statement={statement} view={view} open={view.documents} />
      )}
      {view.lines !== null && (
        <LinesDialog statement={statement} view={view} onlyLoose={view.lines === 'unclassified'} />
      )}
    </Screen>
  );
};

export default FinancialStatementScreen;
