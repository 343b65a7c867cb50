import { Card, Segments, Skeleton, useIsPhone } from '#web/ui/index.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Deviations } from './Deviations.tsx';
import { Figures } from './Figures.tsx';
import { Gaps } from './Gaps.tsx';
import { documentsLink } from './links.ts';
import { parentsOf, shownStages, type MayOpen, type Overview } from './rows.ts';
import { StageCards } from './StageCards.tsx';
import { StageTable } from './StageTable.tsx';
import committed from './committed.module.css';
import styles from './overview.module.css';

const CurveChart = lazy(() => import('./curve/CurveChart.tsx'));

const UNITS = [
  { value: 'money' as const, label: 'R$' },
  { value: 'percent' as const, label: '%' },
];

const LEGEND = [
  ['planned', 'Planejado'],
  ['measured', 'Medido'],
  ['actual', 'Realizado'],
  ['projection', 'Projeção'],
] as const;

const Legend = () => (
  <span className={styles.legend}>
    {LEGEND.map(([line, name]) => (
      <span key={line}>
        <span className={styles.mark} data-line={line} aria-hidden="true" /> {name}
      </span>
    ))}
    <span>
      <span className={committed.mark} aria-hidden="true" /> Comprometido
    </span>
  </span>
);

interface ReportProps {
  overview: Overview;
  mayOpen: MayOpen;
}

const Curve = ({ overview, mayOpen }: ReportProps) => {
  const [unit, setUnit] = useState<'money' | 'percent'>('money');
  const navigate = useNavigate();
  const open = (from: string, to: string) => void navigate(documentsLink(overview.buildingId, { from, to }));
  return (
    <Card
      title="Curva S"
      meta={<Legend />}
      actions={
        overview.total.estimateTotal && (
          <Segments ariaLabel="Unidade da curva" value={unit} options={UNITS} onChange={setUnit} />
        )
      }
    >
      <Suspense fallback={<Skeleton rows={6} />}>
        <CurveChart overview={overview} percent={unit === 'percent'} onOpen={mayOpen.documents ? open : undefined} />
      </Suspense>
    </Card>
  );
};

/** The report of one building: its figures, the curve, where it deviates, and the stages. */
export const Report = (props: ReportProps) => {
  const { overview } = props;
  const phone = useIsPhone();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const parents = useMemo(() => parentsOf(overview.stages), [overview.stages]);
  const toggle = (stageId: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(stageId)) next.add(stageId);
      return next;
    });
  const stages = { ...props, parents, open, onToggle: toggle, shown: shownStages(overview.stages, open) };
  return (
    <>
      <Gaps overview={overview} />
      <Figures {...props} />
      <div className={styles.columns}>
        <Curve {...props} />
        <Deviations overview={overview} />
      </div>
      {phone ? <StageCards {...stages} /> : <StageTable {...stages} />}
    </>
  );
};
