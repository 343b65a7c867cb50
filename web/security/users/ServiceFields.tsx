import { formatDate } from '#domain/dates.ts';
import type { FormState } from '#web/form/useForm.ts';
import { useResponsiblePersonsQuery, type UserRowFragment } from '#web/generated/security.ts';
import { Banner, Combobox, Field, Segments, today } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import type { UserForm } from './model.ts';
import styles from './UserFields.module.css';

const KINDS = [
  { value: 'person', label: 'Pessoa' },
  { value: 'service', label: 'Conta de serviço' },
] as const;

/** Whether a new user is a person or a service account; once made it stays what it is. */
export const KindField = ({ editor: { form, set } }: { editor: FormState<UserForm> }) => (
  <div className={styles.kind}>
    <Segments
      ariaLabel="Tipo"
      value={form.service ? 'service' : 'person'}
      options={KINDS}
      onChange={(kind) => set({ service: kind === 'service', admin: form.admin && kind === 'person' })}
    />
    {form.service && (
      <p className={styles.note}>
        Para programas, como o Power BI da empresa: ninguém entra com ela, e ela não para quando alguém sai.
      </p>
    )}
  </div>
);

/** The person who answers for a service account. */
export const ResponsibleField = ({ editor, row }: { editor: FormState<UserForm>; row: UserRowFragment | null }) => {
  const { form, problems, set } = editor;
  const { data, loading } = useResponsiblePersonsQuery({ context: { quiet: true } });
  const people = (data?.users?.content ?? []).map(({ id, name, login }) => ({ id, label: name, hint: login }));
  const known = row?.responsible && { id: row.responsible.id, label: row.responsible.name };
  const chosen = [...people, ...(known ? [known] : [])].find(({ id }) => id === form.responsibleId);
  return (
    <Field
      label="Responsável"
      required
      error={problems.responsibleId}
      hint="Responde pelo que os programas fazem em nome desta conta. Se perder o acesso, os administradores são avisados."
    >
      <Combobox
        path="responsibleId"
        value={chosen ?? null}
        options={people}
        loading={loading}
        onChange={(person) => set({ responsibleId: person?.id ?? '' })}
      />
    </Field>
  );
};

/** Whether the tokens of a service account go on, and where they are made. */
export const ServiceNote = ({ row: { responsible, tokensUntil } }: { row: UserRowFragment }) => {
  if (responsible) {
    return (
      <Banner tone="info">
        Programas agem em nome desta conta com tokens, que nunca podem mais do que ela.{' '}
        <Link to="/home/forms/settings/integrations">Ver tokens em Integrações</Link>
      </Banner>
    );
  }
  const over = !tokensUntil || tokensUntil < today();
  return (
    <Banner tone={over ? 'error' : 'warning'}>
      {over
        ? 'Sem responsável: os tokens desta conta estão parados até que você escolha uma pessoa.'
        : `Sem responsável: os tokens desta conta valem até ${formatDate(tokensUntil)}. Escolha uma pessoa.`}
    </Banner>
  );
};
