import { PASSWORD_LENGTH, passwordProblem } from '#domain/passwords.ts';
import { errorText, fieldProblems } from '#web/client/errors.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { useChangePasswordMutation, type OwnProfileQuery } from '#web/generated/security.ts';
import { dayOf, Button, Card, Field, TextInput } from '#web/ui/index.ts';
import { formatDate } from '#domain/dates.ts';
import { useEffect, useState, type SubmitEvent } from 'react';
import styles from './account.module.css';

export interface PasswordCardProps {
  profile: NonNullable<OwnProfileQuery['ownProfile']>;
  /** Number of other sessions, which end. */
  others: number;
  onChange: () => Promise<unknown>;
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Frequent passwords, loaded while the user types; the services check more of them. */
const useCommonPasswords = (wanted: boolean): ReadonlySet<string> => {
  const [words, setWords] = useState(NO_WORDS);
  useEffect(() => {
    if (!wanted) return;
    void import('#domain/commonPasswords.ts').then(
      ({ COMMON_PASSWORDS }) => setWords(COMMON_PASSWORDS),
      () => undefined,
    );
  }, [wanted]);
  return words;
};

const endsText = (others: number): string => {
  if (others === 0) return 'Não há outras sessões abertas';
  return others === 1 ? 'Encerra a outra sessão' : `Encerra as outras ${others} sessões`;
};

/** Changes the password by the one before, and says which sessions end. */
export const PasswordCard = ({ profile, others, onChange }: PasswordCardProps) => {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [change, { loading }] = useChangePasswordMutation({ context: { quiet: true } });
  const common = useCommonPasswords(password !== '');
  const weakness = passwordProblem(password, { login: profile.login, company: '', name: profile.name }, common);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (loading) return;
    const missing = current === '' ? { current: 'Informe a senha atual.' } : null;
    if (missing || weakness !== null) return setProblems({ ...missing, ...(weakness && { password: weakness }) });
    try {
      await change({ variables: { current, password } });
      setCurrent('');
      setPassword('');
      setProblems({});
      notifySuccess('Senha trocada');
      await onChange();
    } catch (error) {
      const [problem] = fieldProblems(error);
      setProblems(problem ? { [problem.path]: problem.message } : { password: errorText(error) });
    }
  };

  const good = `Boa: ${[...password].length} caracteres, sem o seu nome nem o seu e-mail`;
  const hint = weakness === null ? good : `Ao menos ${PASSWORD_LENGTH.min} caracteres; uma frase curta serve.`;
  return (
    <Card
      title="Senha"
      meta={profile.passwordChangedAt ? `trocada em ${formatDate(dayOf(profile.passwordChangedAt))}` : undefined}
    >
      <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
        <input type="text" name="username" autoComplete="username" value={profile.login} readOnly hidden />
        <Field label="Senha atual" {...(problems.current && { error: problems.current })}>
          <TextInput
            type="password"
            name="current"
            autoComplete="current-password"
            value={current}
            maxLength={512}
            onChange={setCurrent}
          />
        </Field>
        <Field
          label="Nova senha"
          hint={hint}
          className={weakness === null ? styles.good : undefined}
          {...(problems.password && { error: problems.password })}
        >
          <TextInput
            type={shown ? 'text' : 'password'}
            name="password"
            autoComplete="new-password"
            value={password}
            maxLength={512}
            onChange={(typed) => {
              setPassword(typed);
              setProblems({});
            }}
            after={
              <Button variant="subtle" size="small" onClick={() => setShown(!shown)}>
                {shown ? 'Ocultar' : 'Mostrar'}
              </Button>
            }
          />
        </Field>
        <div className={styles.foot}>
          <span>{endsText(others)}</span>
          <Button variant="primary" type="submit" busy={loading}>
            Trocar senha
          </Button>
        </div>
      </form>
    </Card>
  );
};
