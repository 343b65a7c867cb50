import { Check } from './icons.tsx';
import { steps, type Form } from './model.ts';
import styles from './Rail.module.css';
import type { Wizard } from './useWizard.ts';

const filledIn = (index: number, { login, companyName, buildingName, walletName }: Form): string =>
  [login, companyName, buildingName, walletName][index] ?? '';

const aboutOf = (index: number, { form, step, kept: { skipped } }: Wizard): string => {
  const about = steps[index]?.about ?? '';
  if (index >= step) return about;
  if (index === 2 && skipped.building) return 'pulada, por agora';
  return filledIn(index, form) || about;
};

/** The steps, which of them are done, and what was said in them. */
export const Rail = ({ wizard }: { wizard: Wizard }) => (
  <ol className={styles.rail} aria-label="Passos">
    {steps.map(({ label }, index) => {
      const state = index < wizard.step ? 'done' : index === wizard.step ? 'current' : 'ahead';
      return (
        <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={styles.number}>{state === 'done' ? <Check /> : index + 1}</span>
          <span className={styles.text}>
            <strong>{label}</strong>
            <span>{aboutOf(index, wizard)}</span>
          </span>
        </li>
      );
    })}
  </ol>
);

/** The same as a bar, above the card. */
export const Progress = ({ step }: { step: number }) => (
  <div className={styles.progress} aria-hidden="true">
    {steps.map(({ label }, index) => (
      <span key={label} data-done={index <= step || undefined} />
    ))}
  </div>
);
