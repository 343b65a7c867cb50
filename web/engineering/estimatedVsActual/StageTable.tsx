import { isZero } from '#domain/money.ts';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { CountBadge } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { documentsLink, ordersLink } from './links.ts';
import {
  amountText,
  deviationText,
  indexText,
  toneOfDeviation,
  toneOfIndex,
} from '#domain/engineering/earnedValue/texts.ts';
import { availableText, committedText, type Figures, type MayOpen, type Overview, type Stage } from './rows.ts';
import { Progress } from './Progress.tsx';
import styles from './stages.module.css';

interface TableProps {
  overview: Overview;
  shown: readonly Stage[];
  /** Stages that have others in them. */
  parents: ReadonlySet<string>;
  open: ReadonlySet<string>;
  onToggle: (stageId: string) => void;
  mayOpen: MayOpen;
}

/** A value, linked to what is behind it where the user may see that. */
const Amount = ({
  value,
  to,
  text = amountText,
}: {
  value: string;
  to: string | undefined;
  text?: (value: string) => string;
}) => (to && !isZero(value) ? <Link to={to}>{amountText(value)}</Link> : text(value));

interface CellsProps {
  figures: Figures;
  /** The expenses behind the actual value, and the orders behind the committed one. */
  to: string | undefined;
  orders?: string | undefined;
}

const Cells = ({ figures, to, orders }: CellsProps) => (
  <>
    <td title={availableText(figures)}>{amountText(figures.estimateTotal)}</td>
    <td>{amountText(figures.estimatedValue)}</td>
    <td>{amountText(figures.measuredValue)}</td>
    <td>
      <Amount value={figures.actualValue} to={to} />
    </td>
    <td title={availableText(figures)}>
      <Amount value={figures.committedValue} to={orders} text={committedText} />
    </td>
    <td data-tone={toneOfIndex(figures.cpi)}>{indexText(figures.cpi)}</td>
    <td data-tone={toneOfIndex(figures.spi)}>{indexText(figures.spi)}</td>
    <td className={styles.strong}>{amountText(figures.estimateAtCompletion)}</td>
    <td data-tone={toneOfDeviation(figures.deviationPercentage)}>{deviationText(figures.deviationPercentage)}</td>
  </>
);

const StageName = ({ stage, parents, open, onToggle }: Omit<TableProps, 'overview' | 'shown'> & { stage: Stage }) => {
  const { stageId, code, name } = stage;
  const text: ReactNode = (
    <>
      <span className={styles.code}>{code}</span> {name}
    </>
  );
  if (!parents.has(stageId)) return <span className={styles.leaf}>{text}</span>;
  const isOpen = open.has(stageId);
  return (
    <button type="button" aria-expanded={isOpen} className={styles.toggle} onClick={() => onToggle(stageId)}>
      {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />} {text}
    </button>
  );
};

const StageRow = ({ stage, ...props }: TableProps & { stage: Stage }) => {
  const { buildingId, date } = props.overview;
  const to = props.mayOpen.documents ? documentsLink(buildingId, { stage: stage.stageId, to: date }) : undefined;
  return (
    <tr data-level={Math.min(stage.level, 4)}>
      <th scope="row">
        <StageName stage={stage} {...props} />
      </th>
      <td>
        <Progress figures={stage} />
      </td>
      <Cells figures={stage} to={to} />
    </tr>
  );
};

const WithoutStage = ({ overview, mayOpen }: Pick<TableProps, 'overview' | 'mayOpen'>) => {
  const { withoutStage, sharesWithoutStage, buildingId, date } = overview;
  const to =
    mayOpen.documents && sharesWithoutStage > 0 ? documentsLink(buildingId, { stage: '-1', to: date }) : undefined;
  const own = withoutStage.estimateTotal && !isZero(withoutStage.estimateTotal);
  if (sharesWithoutStage === 0 && !own && isZero(withoutStage.committedValue)) return null;
  return (
    <tr className={styles.without}>
      <th scope="row">
        <span className={styles.leaf}>
          Sem etapa {sharesWithoutStage > 0 && <CountBadge count={sharesWithoutStage} tone="warning" />}
        </span>
      </th>
      <td>{to && <Link to={to}>Classificar</Link>}</td>
      <Cells
        figures={
          own ? withoutStage : { ...withoutStage, estimateTotal: null, estimatedValue: null, measuredValue: null }
        }
        to={to}
      />
    </tr>
  );
};

const HEADINGS = [
  'Orçado (R$)',
  'Planejado',
  'Medido',
  'Realizado',
  'Comprometido',
  'IDC',
  'IDP',
  'EAC (R$)',
  'Desvio',
];

/** Figures by stage, with those of what stands in none, and the total, which comes from amounts and not from rows. */
export const StageTable = (props: TableProps) => {
  const { overview, shown, mayOpen } = props;
  const { buildingId, date } = overview;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Orçado, medido e realizado por etapa">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Etapa</th>
            <th scope="col">Realizado | medido</th>
            {HEADINGS.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((stage) => (
            <StageRow key={stage.stageId} stage={stage} {...props} />
          ))}
          <WithoutStage overview={overview} mayOpen={mayOpen} />
        </tbody>
        <tfoot>
          <tr title="Os índices e o custo final do total vêm dos valores do total: não são a soma das etapas.">
            <th scope="row">
              <span className={styles.leaf}>Total</span>
            </th>
            <td>
              <Progress figures={overview.total} />
            </td>
            <Cells
              figures={overview.total}
              to={mayOpen.documents ? documentsLink(buildingId, { to: date }) : undefined}
              orders={mayOpen.orders ? ordersLink(buildingId) : undefined}
            />
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
