import type { Regime } from '#domain/financial/financialStatement/lines.ts';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { FilterIcon } from '#web/ui/icons.ts';
import { Button, Field, Popover, Segments, Select } from '#web/ui/index.ts';
import { MonthsFields, MonthsPicker } from './MonthsPicker.tsx';
import type { Analysis, StatementView } from './useStatementView.ts';
import styles from './controls.module.css';

const REGIMES: { value: Regime; label: string }[] = [
  { value: 'CASH', label: 'Caixa' },
  { value: 'ACCRUAL', label: 'Competência' },
];

const ANALYSES: { value: Analysis; label: string }[] = [
  { value: 'none', label: 'Valores' },
  { value: 'av', label: 'AV %' },
  { value: 'ah', label: 'AH %' },
];

const COMPARISONS: { value: Analysis | 'nothing'; label: string }[] = [
  { value: 'nothing', label: 'Comparar com…' },
  { value: 'lastYear', label: 'Ano anterior' },
  { value: 'estimate', label: 'Orçado da obra' },
];

export const isComparison = (analysis: Analysis): boolean => analysis === 'lastYear' || analysis === 'estimate';

const RegimeSwitch = ({ view }: { view: StatementView }) => (
  <Segments ariaLabel="Regime" value={view.regime} options={REGIMES} onChange={view.setRegime} />
);

const CompanyChoice = ({ view }: { view: StatementView }) => {
  const { companies, setPlace } = useSession();
  return (
    <Select
      ariaLabel="Empresa"
      value={view.companyId}
      options={companies.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => {
        view.setBuilding(null);
        setPlace(id, null);
      }}
    />
  );
};

const BuildingChoice = ({ view }: { view: StatementView }) => {
  const { options } = useBuildingChoice();
  return (
    <Select
      ariaLabel="Obra"
      value={view.buildingId ?? 'all'}
      options={[{ value: 'all', label: 'Todas as obras' }, ...options.map(({ id, label }) => ({ value: id, label }))]}
      onChange={(id) => view.setBuilding(id === 'all' ? null : id)}
    />
  );
};

const Comparison = ({ view }: { view: StatementView }) => (
  <Select
    ariaLabel="Comparação"
    value={isComparison(view.analysis) ? view.analysis : 'nothing'}
    options={COMPARISONS}
    onChange={(value) => view.setAnalysis(value === 'nothing' ? 'av' : value)}
  />
);

const AnalysisSwitch = ({ view }: { view: StatementView }) => (
  <Segments
    ariaLabel="Análise"
    value={isComparison(view.analysis) ? '' : view.analysis}
    options={ANALYSES}
    onChange={view.setAnalysis}
  />
);

/** Regime, company, obra, months and what stands beside the values. */
export const Controls = ({ view }: { view: StatementView }) => (
  <div className={styles.controls}>
    <RegimeSwitch view={view} />
    <span className={styles.company}>
      <CompanyChoice view={view} />
    </span>
    <span className={styles.building}>
      <BuildingChoice view={view} />
    </span>
    <MonthsPicker from={view.from} to={view.to} onChange={view.setPeriod} />
    <div className={styles.analysis}>
      <span className={styles.comparison}>
        <Comparison view={view} />
      </span>
      <AnalysisSwitch view={view} />
    </div>
  </div>
);

/** The same on a phone: what is chosen seldom stands in a popover. */
export const PhoneControls = ({ view }: { view: StatementView }) => (
  <div className={styles.phone}>
    <RegimeSwitch view={view} />
    <Popover ariaLabel="Filtros" trigger={<Button icon={<FilterIcon />}>Obra</Button>}>
      <div className={styles.filters}>
        <Field label="Empresa">
          <CompanyChoice view={view} />
        </Field>
        <Field label="Obra">
          <BuildingChoice view={view} />
        </Field>
        <MonthsFields from={view.from} to={view.to} onChange={view.setPeriod} />
        <AnalysisSwitch view={view} />
      </div>
    </Popover>
  </div>
);
