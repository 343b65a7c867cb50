import { formatCoefficient } from '#domain/numberFormat.ts';
import { useTaskUsesQuery } from '#web/generated/engineering.ts';
import { TaskIcon } from '#web/ui/icons.ts';
import { Card, CountBadge } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { TaskEstimates } from '#web/engineering/estimateUses/EstimateUses.tsx';
import { taskAddress } from '../words.ts';
import styles from './editor.module.css';

/** The compositions that use this one, whose prices follow it, and the cost estimates, which keep theirs. */
export const UsesCard = ({ id, unit }: { id: string; unit: string | undefined }) => {
  const { data } = useTaskUsesQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  const uses = data?.taskUsages;
  if (!uses) return null;
  const left = uses.totalElements - uses.content.length;
  return (
    <Card title="Onde é usada" meta={<CountBadge count={uses.totalElements} />}>
      {uses.content.length === 0 ? (
        <p className={styles.small}>Nenhuma composição usa esta.</p>
      ) : (
        <ul className={styles.uses}>
          {uses.content.map(({ task, quantity }, index) => (
            // A composition may use another one in several lines.
            <li key={`${task.id}-${index}`}>
              <TaskIcon aria-hidden="true" />
              <span className={styles.useText}>
                <Link to={taskAddress(task.id)}>{task.code}</Link> {task.name}
                <span className={styles.small}>
                  composição · {formatCoefficient(quantity)} {unit}
                </span>
              </span>
              <span className={styles.small}>acompanha</span>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p className={styles.small}>Mais {left}.</p>}
      <TaskEstimates id={id} />
    </Card>
  );
};
