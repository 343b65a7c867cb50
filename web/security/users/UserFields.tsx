import { begunName, begunText } from '#web/session/begun.ts';
import { normalizeEmail } from '#domain/email.ts';
import type { UserInput, UserRowFragment } from '#web/generated/security.ts';
import type { RegisterFieldsProps, RegisterForm } from '#web/register/defineRows.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Banner, Field, FormSection, Switch, TextInput, instantText } from '#web/ui/index.ts';
import { formOf, inputOf, isUserForm, problemsOf, type UserForm } from './model.ts';
import { Permissions } from './Permissions.tsx';
import { KindField, ResponsibleField, ServiceNote } from './ServiceFields.tsx';
import { useEmailProblem } from './useEmailProblem.ts';
import styles from './UserFields.module.css';

type FieldsProps = Pick<RegisterFieldsProps<UserRowFragment, UserForm>, 'editor' | 'row'>;

/** What only a person has: a login, and the administration. */
const LoginFields = ({ editor: { form, saved, saving, problems, set }, row }: FieldsProps) => {
  // A save tells the same, and a stored address would be found as taken by the user itself.
  const problem = useEmailProblem(form.login, { before: [saved.login, row?.login ?? ''], paused: saving });
  // Users cannot lock themselves out.
  const self = useSession().user.id === row?.id;
  return (
    <>
      <Field label="E-mail" required error={problems.login ?? problem} hint={loginHint(row, form.login)}>
        <TextInput
          type="email"
          value={form.login}
          maxLength={254}
          autoComplete="off"
          onChange={(login) => set({ login })}
        />
      </Field>
      <div className={styles.wide}>
        <Switch
          label="Administrador: acessa tudo, inclusive painel, fluxo de caixa e configurações"
          checked={form.admin}
          disabled={self}
          onChange={(admin) => set({ admin })}
        />
        {problems.admin !== undefined && <p className={styles.problem}>{problems.admin}</p>}
      </div>
    </>
  );
};

const Fields = ({ editor, row }: FieldsProps) => {
  const { form, problems, set } = editor;
  return (
    <>
      {row && (row.service ? <ServiceNote row={row} /> : <InvitationNote user={row} />)}
      {row?.managedBy && (
        <Banner tone="info">
          O diretório de {row.managedBy} gerencia esta pessoa: nome, e-mail e situação seguem o que ele diz.
        </Banner>
      )}
      <FormSection title="Dados">
        {!row && <KindField editor={editor} />}
        <Field label="Nome" required error={problems.name}>
          <TextInput value={form.name} maxLength={120} autoFocus={!row} onChange={(name) => set({ name })} />
        </Field>
        {form.service ? <ResponsibleField editor={editor} row={row} /> : <LoginFields editor={editor} row={row} />}
      </FormSection>
      <Permissions editor={editor} given={row?.groupPermissions ?? []} />
    </>
  );
};

export const userForm: RegisterForm<UserRowFragment, UserForm, UserInput> = {
  ...{ formOf, isForm: isUserForm, problemsOf, inputOf, Fields },
  begun: {
    kind: 'USER',
    fill: (form, begun) => ({ ...begunName(form, begun), login: begunText(begun, 'login') }),
  },
};

/** Returns where the save will send a mail. */
const loginHint = (user: UserRowFragment | null, login: string): string | undefined => {
  if (!user) return 'É o login. O convite para criar a senha segue para este endereço.';
  if (normalizeEmail(login) === user.login) return undefined;
  return user.status === 'INVITED'
    ? 'O convite segue para este endereço, e o anterior deixa de valer.'
    : 'Enviaremos um link para este endereço. O login só muda quando ele for confirmado, e o endereço atual é avisado.';
};

/** State of the invitation until a password exists, and of an unconfirmed new login. */
const InvitationNote = ({ user }: { user: UserRowFragment }) => {
  const { status, invitation, emailConfirmed, login, newLogin } = user;
  if (status === 'INVITED' && invitation?.state === 'FAILED') {
    return <Banner tone="error">O convite não pôde ser entregue em {login}. Confira o endereço e reenvie.</Banner>;
  }
  if (status === 'INVITED' && invitation) {
    const until = invitation.expiresAt ? ` O link vale até ${instantText(invitation.expiresAt)}.` : '';
    const sent = invitation.state === 'SENT' ? 'Convite enviado em' : 'Convite a caminho desde';
    return (
      <Banner tone="info">
        {sent} {instantText(invitation.requestedAt)}, ainda sem senha.{until}
      </Banner>
    );
  }
  if (newLogin) {
    return (
      <Banner tone="info">
        O login passa a ser {newLogin} quando esse endereço for confirmado pelo link enviado. Até lá, vale {login}.
      </Banner>
    );
  }
  if (status === 'ACTIVE' && !emailConfirmed) {
    return <Banner tone="info">O endereço {login} ainda não foi confirmado por quem o usa.</Banner>;
  }
  return null;
};
