import { addDays } from '#domain/dates.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { useKeep, useKept } from '#web/form/useKeptForm.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import { useUpdateSecondFactorRuleMutation } from '#web/generated/security.ts';
import { Button, Card, DateInput, Field, FirstProblem, ReadingContext, Switch } from '#web/ui/index.ts';
import { today } from '#web/ui/clock.ts';
import { useState, type SubmitEvent } from 'react';
import type { SingleSignOn } from './model.ts';
import styles from './sso.module.css';

interface FactorForm {
  required: boolean;
  /** Empty: not typed. */
  from: string;
}

const KEPT = 'sso.secondFactor';

const isFactorForm = (value: unknown): value is FactorForm =>
  isRecord(value) && typeof value.required === 'boolean' && isText(value.from);

/** Time for who has none to set one up. */
const DAYS = 7;
/** Names shown before "e mais 3". */
const SHOWN = 12;

const problemsOf = ({ required, from }: FactorForm): Problems =>
  required && from === '' ? { from: 'Informe o dia a partir do qual vale.' } : {};

const countText = (count: number): string => {
  if (count === 0) return 'Todos os que entram com senha já têm a verificação.';
  return count === 1 ? 'Falta 1 usuário:' : `Faltam ${count} usuários:`;
};

/** Who has no second factor yet. */
const Missing = ({ users }: { users: SingleSignOn['withoutSecondFactor'] }) => (
  <div className={styles.missing}>
    <span>{countText(users.length)}</span>
    {users.length > 0 && (
      <ul>
        {users.slice(0, SHOWN).map(({ id, name, login }) => (
          <li key={id}>
            {name} <span>{login}</span>
          </li>
        ))}
        {users.length > SHOWN && <li>e mais {users.length - SHOWN}</li>}
      </ul>
    )}
  </div>
);

/** Whether who logs in by password needs a second factor, and from which day on. */
export const SecondFactorCard = ({ settings }: { settings: SingleSignOn }) => {
  const [opened] = useState<FactorForm>(() => ({
    required: settings.secondFactorFrom !== null,
    from: settings.secondFactorFrom ?? addDays(today(), DAYS),
  }));
  const kept = useKept(KEPT, isFactorForm);
  const { form, set, check, refuse, reading, problems, refusals, dirty } = useForm(kept ?? opened, opened, problemsOf);
  useKeep(KEPT, dirty ? form : null);
  const [update, { loading }] = useUpdateSecondFactorRuleMutation({ context: { quiet: true } });
  const save = async () => {
    if (!check() || loading) return;
    try {
      await update({ variables: { version: settings.version, from: form.required ? form.from : null } });
      notifySuccess(form.required ? 'Verificação em duas etapas exigida' : 'Verificação em duas etapas facultativa');
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, 'Falha para salvar');
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Card title="Verificação em duas etapas">
      <ReadingContext value={reading}>
        <form onSubmit={submit} noValidate className={styles.rules}>
          <Switch
            checked={form.required}
            label="Exigir verificação em duas etapas de quem entra com senha"
            onChange={(required) => set({ required })}
          />
          <span className={styles.hint}>
            Quem ainda não tem a liga no primeiro login a partir desse dia. Quem entra pelo acesso único não é
            perguntado: o provedor da organização tem a sua.
          </span>
          {form.required && (
            <Field label="A partir de" required error={problems.from} className={styles.date}>
              <DateInput path="from" value={form.from} towards="future" onChange={(from) => set({ from })} />
            </Field>
          )}
          <Missing users={settings.withoutSecondFactor} />
          <FirstProblem refusals={refusals} />
          <div className={styles.actions}>
            <Button variant="primary" type="submit" disabled={!dirty} busy={loading}>
              Salvar verificação
            </Button>
          </div>
        </form>
      </ReadingContext>
    </Card>
  );
};
