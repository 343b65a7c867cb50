import { normalizeEmail } from '#domain/email.ts';
import { normalPassword, PASSWORD_LENGTH, passwordProblem } from '#domain/passwords.ts';
import { PasswordInput } from '#web/public/PasswordInput.tsx';
import { Field, FieldFoot, Label } from '../Field.tsx';
import { useEffect, useState } from 'react';
import { noticeOfEmail, type Notice } from '../model.ts';
import styles from '../Field.module.css';
import { commonPasswords, type Wizard } from '../useWizard.ts';

/** What is said of a password while it is typed, as soon as it is long enough to be one. */
const usePasswordNotice = ({ password, form }: Wizard): Notice => {
  const [common, setCommon] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => void commonPasswords().then(setCommon), []);
  if (common === null || [...normalPassword(password)].length < PASSWORD_LENGTH.min) return null;
  const problem = passwordProblem(password, { login: normalizeEmail(form.login), company: form.companyName }, common);
  return problem === null
    ? { tone: 'good', text: 'Senha aceita. Você a digita de novo ao abrir o link do e-mail.' }
    : { tone: 'bad', text: problem };
};

/** The password of the sign-up: kept nowhere, so a page that was loaded again asks once more. */
export const PasswordField = ({ wizard, hint, label = 'Senha' }: { wizard: Wizard; hint: string; label?: string }) => {
  const problem = wizard.problems.password;
  const notice = usePasswordNotice(wizard);
  return (
    <div className={styles.field}>
      <Label htmlFor="password">{label}</Label>
      <PasswordInput
        id="password"
        value={wizard.password}
        onChange={wizard.typePassword}
        autoComplete="new-password"
        invalid={problem !== undefined || notice?.tone === 'bad'}
        describedBy="password-foot"
      />
      <FieldFoot id="password" problem={problem} notice={notice} hint={hint} />
    </div>
  );
};

/** Who opens the account. */
export const AccessStep = ({ wizard }: { wizard: Wizard }) => (
  <>
    <Field wizard={wizard} field="name" label="Seu nome" autoComplete="name" />
    <Field
      wizard={wizard}
      field="login"
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="username"
      notice={noticeOfEmail(wizard.form.login)}
    />
    <PasswordField
      wizard={wizard}
      hint={`Ao menos ${PASSWORD_LENGTH.min} caracteres; uma frase curta serve. Você a digita de novo ao abrir o link do e-mail.`}
    />
  </>
);
