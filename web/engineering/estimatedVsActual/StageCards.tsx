import { isZero } from '#domain/money.ts';
import { CountBadge } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { documentsLink } from './links.ts';
import {
  amountText,
  deviationText,
  indexText,
  toneOfDeviation,
  toneOfIndex,
} from '#domain/engineering/earnedValue/texts.ts';
import { committedText, type Figures, type MayOpen, type Overview, type Stage } from './rows.ts';
import styles from './stages.module.css';

interface CardsProps {
  overview: Overview;
  shown: readonly Stage[];
  parents: ReadonlySet<string>;
  open: ReadonlySet<string>;
  onToggle: (stageId: string) => void;
  mayOpen: MayOpen;
}

const Line = ({ label, children, tone = 'plain' }: { label: string; children: ReactNode; tone?: string }) => (
  <div>
    <dt>{label}</dt>
    <dd data-tone={tone}>{children}</dd>
  </div>
);

const Lines = ({ figures, to }: { figures: Figures; to: string | undefined }) => (
  <dl className={styles.lines}>
    <Line label="Orçado">{amountText(figures.estimateTotal)}</Line>
    <Line label="Planejado">{amountText(figures.estimatedValue)}</Line>
    <Line label="Medido">{amountText(figures.measuredValue)}</Line>
    <Line label="Realizado">
      {to && !isZero(figures.actualValue) ? (
        <Link to={to}>{amountText(figures.actualValue)}</Link>
      ) : (
        amountText(figures.actualValue)
      )}
    </Line>
    <Line label="Comprometido">{committedText(figures.committedValue)}</Line>
    {figures.availableValue && <Line label="Disponível">{amountText(figures.availableValue)}</Line>}
    <Line label="IDC" tone={toneOfIndex(figures.cpi)}>
      {indexText(figures.cpi)}
    </Line>
    <Line label="IDP" tone={toneOfIndex(figures.spi)}>
      {indexText(figures.spi)}
    </Line>
    <Line label="EAC">{amountText(figures.estimateAtCompletion)}</Line>
    <Line label="Desvio" tone={toneOfDeviation(figures.deviationPercentage)}>
      {deviationText(figures.deviationPercentage)}
    </Line>
  </dl>
);

/** The stages as cards, on a phone; those below a stage are shown on demand. */
export const StageCards = ({ overview, shown, parents, open, onToggle, mayOpen }: CardsProps) => {
  const { buildingId, date, sharesWithoutStage, withoutStage } = overview;
  const to = (stage: string) => (mayOpen.documents ? documentsLink(buildingId, { stage, to: date }) : undefined);
  const unclassified = to('-1');
  return (
    <ul className={styles.cards} aria-label="Etapas (R$)">
      {shown.map((stage) => (
        <li key={stage.stageId} data-level={Math.min(stage.level, 4)}>
          <div className={styles.cardTitle}>
            <strong>
              {stage.code} {stage.name}
            </strong>
            {parents.has(stage.stageId) && (
              <button type="button" aria-expanded={open.has(stage.stageId)} onClick={() => onToggle(stage.stageId)}>
                {open.has(stage.stageId) ? 'Recolher' : 'Abrir'}
                <span className="visuallyHidden"> {stage.name}</span>
              </button>
            )}
          </div>
          <Lines figures={stage} to={to(stage.stageId)} />
        </li>
      ))}
      {(sharesWithoutStage > 0 || !isZero(withoutStage.committedValue)) && (
        <li className={styles.without}>
          <div className={styles.cardTitle}>
            <strong>
              Sem etapa {sharesWithoutStage > 0 && <CountBadge count={sharesWithoutStage} tone="warning" />}
            </strong>
            {unclassified && <Link to={unclassified}>Classificar</Link>}
          </div>
          <p className={styles.muted}>
            Realizado {amountText(withoutStage.actualValue)} · comprometido {amountText(withoutStage.committedValue)}
          </p>
        </li>
      )}
    </ul>
  );
};
