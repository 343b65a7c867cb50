import { formatDate } from '#domain/dates.ts';
import { counted, formatPrice4 } from '#domain/numberFormat.ts';
import {
  useProductEstimatesQuery,
  useTaskEstimatesQuery,
  type EstimateUseFragment,
} from '#web/generated/engineering.ts';
import { CostEstimateIcon } from '#web/ui/icons.ts';
import { Link } from 'react-router-dom';
import styles from './estimateUses.module.css';

type Use = EstimateUseFragment['content'][number];

/** "2 linhas · em 1 composição" */
const inWords = ({ rows, compositions }: Use): string =>
  [
    ...(rows > 0 ? [counted(rows, 'linha')] : []),
    ...(compositions > 0 ? [`em ${counted(compositions, 'composição', 'composições')}`] : []),
  ].join(' · ');

const addressOf = ({ costEstimate: { id } }: Use): string => `/home/forms/engineering/cost-estimate?id=${id}`;

const UseList = ({ uses }: { uses: EstimateUseFragment | undefined | null }) => {
  if (!uses || uses.totalElements === 0) return null;
  const left = uses.totalElements - uses.content.length;
  return (
    <section aria-label="Em orçamentos">
      <h3 className={styles.title}>Em orçamentos</h3>
      <ul className={styles.uses}>
        {uses.content.map((use) => (
          <li key={use.costEstimate.id}>
            <CostEstimateIcon aria-hidden="true" />
            <span className={styles.useText}>
              <Link to={addressOf(use)}>{use.costEstimate.code}</Link> {use.costEstimate.description}
              <span className={styles.small}>
                {use.costEstimate.buildingName} · {inWords(use)}
              </span>
              <span className={styles.small}>
                {use.costEstimate.approved ? 'aprovado' : 'em elaboração'} · de {formatDate(use.takenOn)}
              </span>
            </span>
            <span className={styles.end}>
              {use.unitPrice == null ? 'sem preço' : formatPrice4(use.unitPrice)}
              {use.canChange && (
                <Link className={styles.small} to={`${addressOf(use)}&part=prices`}>
                  Ver diferença<span className="visuallyHidden"> em {use.costEstimate.code}</span>
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.small}>{left > 0 && `Mais ${left}. `}Orçamentos guardam o preço de quando foram feitos.</p>
    </section>
  );
};

/** Cost estimates that use an input, of those that the user may see. */
export const ProductEstimates = ({ id }: { id: string }) => {
  const { data } = useProductEstimatesQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  return <UseList uses={data?.productCostEstimates} />;
};

/** Cost estimates that use a composition, of those that the user may see. */
export const TaskEstimates = ({ id }: { id: string }) => {
  const { data } = useTaskEstimatesQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  return <UseList uses={data?.taskCostEstimates} />;
};
