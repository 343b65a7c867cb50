import { CheckIcon } from '#web/ui/icons.ts';
import styles from './ImportScreen.module.css';
import { STEPS } from './steps.ts';

/** Where the import stands: what is done is ticked, the current step is named to screen readers. */
export const ImportSteps = ({ current, done }: { current: number; done: boolean }) => (
  <ol className={styles.steps} aria-label="Etapas da importação">
    {STEPS.map((name, index) => {
      const isDone = index < current || (done && index === current);
      return (
        <li
          key={name}
          className={[styles.step, isDone && styles.stepDone, index === current && styles.stepCurrent]
            .filter(Boolean)
            .join(' ')}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.stepMark} aria-hidden="true">
            {isDone ? <CheckIcon /> : index + 1}
          </span>
          <span className={styles.stepName}>{name}</span>
        </li>
      );
    })}
  </ol>
);
