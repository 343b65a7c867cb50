import { errorText } from '#web/client/errors.ts';
import type { StatementPlanQuery } from '#web/generated/financial.ts';
import { Banner } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { ESTIMATES, SCHEDULE } from './links.ts';
import type { StatementView } from './useStatementView.ts';
import styles from './screen.module.css';

interface ComparisonProps {
  view: StatementView;
  overview: NonNullable<StatementPlanQuery['appropriationsOverview']> | undefined;
  error: unknown;
}

/** What keeps a comparison with the estimate from being made, in words, with what mends it. */
export const Comparison = ({ view, overview, error }: ComparisonProps) => {
  const say = (text: string, action?: { label: string; to: string }) => (
    <div className={styles.comparison}>
      <Banner tone="info" action={action && <Link to={action.to}>{action.label}</Link>}>
        {text}
      </Banner>
    </div>
  );
  if (view.buildingId === null) return say('O orçado é de uma obra: escolha uma acima para comparar o custo com ele.');
  if (error && !overview) return say(errorText(error));
  if (!overview) return null;
  const { gaps, costEstimates } = overview;
  const [first] = costEstimates;
  const named = first ? `?id=${first.id}` : '';
  if (gaps.includes('COST_ESTIMATE')) {
    return say('Esta obra não tem orçamento para comparar.', { label: 'Criar orçamento', to: `${ESTIMATES}?id=new` });
  }
  if (gaps.includes('PRICE')) {
    return say('O orçamento desta obra não tem preços.', { label: 'Abrir orçamento', to: `${ESTIMATES}${named}` });
  }
  if (gaps.includes('SCHEDULE')) {
    return say('Sem cronograma não há orçado por mês.', { label: 'Abrir cronograma', to: `${SCHEDULE}${named}` });
  }
  if (gaps.includes('APPROVAL')) {
    return say('Nenhum orçamento desta obra está aprovado: vale o mais novo, sem BDI, pelo cronograma.', {
      ...{ label: 'Abrir orçamento', to: `${ESTIMATES}${named}` },
    });
  }
  return say('O custo das obras ao lado do orçado aprovado, sem BDI, distribuído nos meses pelo cronograma.');
};
