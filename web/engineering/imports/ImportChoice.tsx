import { REGIMES, type Regime } from '#domain/engineering/publishedPrices.ts';
import { Button, Checkbox } from '#web/ui/index.ts';
import { useState } from 'react';
import { REGIME_LABELS } from './ImportFacts.tsx';
import styles from './ImportScreen.module.css';

const toggled = <T,>(values: readonly T[], value: T, isOn: boolean): T[] =>
  isOn ? [...values, value] : values.filter((one) => one !== value);

export interface ImportChoiceProps {
  states: readonly string[];
  regimes: readonly string[];
  busy: boolean;
  onChoose: (choice: { states: string[]; regimes: Regime[] }) => void;
}

/** Which states and regimes of the file are imported. */
export const ImportChoice = ({ states, regimes, busy, onChoose }: ImportChoiceProps) => {
  const [chosen, setChosen] = useState<string[]>([]);
  const [chosenRegimes, setChosenRegimes] = useState<Regime[]>(['SD', 'CD']);
  const [tried, setTried] = useState(false);
  const all = chosen.length === states.length;
  const missing = chosen.length === 0 || chosenRegimes.length === 0;
  const submit = () => {
    setTried(true);
    if (!missing) onChoose({ states: chosen, regimes: chosenRegimes });
  };
  return (
    <form
      className={styles.choice}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset className={styles.set}>
        <legend>Estados</legend>
        <Checkbox
          label="Todos"
          checked={all ? true : chosen.length > 0 ? 'mixed' : false}
          onChange={(isOn) => setChosen(isOn ? [...states] : [])}
        />
        <div className={styles.states}>
          {states.map((state) => (
            <Checkbox
              key={state}
              label={state}
              checked={chosen.includes(state)}
              onChange={(isOn) => setChosen(toggled(chosen, state, isOn))}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.set}>
        <legend>Regimes</legend>
        <div className={styles.regimes}>
          {REGIMES.filter((regime) => regimes.includes(regime)).map((regime) => (
            <Checkbox
              key={regime}
              label={REGIME_LABELS[regime]}
              checked={chosenRegimes.includes(regime)}
              onChange={(isOn) => setChosenRegimes(toggled(chosenRegimes, regime, isOn))}
            />
          ))}
        </div>
      </fieldset>
      {tried && missing && (
        <p className={styles.problem} role="alert">
          {chosen.length === 0 ? 'Escolha ao menos um estado.' : 'Escolha ao menos um regime.'}
        </p>
      )}
      <div>
        <Button variant="primary" type="submit" busy={busy}>
          Ler a planilha
        </Button>
      </div>
    </form>
  );
};
