import { PASSWORD_LENGTH } from '#domain/passwords.ts';
import { PasswordInput } from '#web/public/PasswordInput.tsx';
import { Field, FieldFoot, Label } from '../Field.tsx';
import { noticeOfEmail } from '../model.ts';
import styles from '../onboarding.module.css';
import type { Wizard } from '../useWizard.ts';

/** The password of the sign-up: kept nowhere, so a page that was loaded again asks once more. */
export const PasswordField = ({ wizard, hint, label = 'Senha' }: { wizard: Wizard; hint: string; label?: string }) => {
  const problem = wizard.problems.password;
  return (
    <div className={styles.field}>
      <Label htmlFor="password">{label}</Label>
      <PasswordInput
        id="password"
        value={wizard.password}
        onChange={wizard.typePassword}
        autoComplete="new-password"
        invalid={problem !== undefined}
        describedBy="password-foot"
      />
      <FieldFoot id="password" problem={problem} hint={hint} />
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
