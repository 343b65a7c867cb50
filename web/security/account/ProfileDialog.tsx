import { errorText, fieldProblems } from '#web/client/errors.ts';
import { useUpdateOwnProfileMutation, type OwnProfileQuery } from '#web/generated/security.ts';
import { Button, Dialog, Field, Select, TextInput } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import styles from './account.module.css';
import { ZONES } from './words.ts';

const FORM = 'nome-e-fuso';

export interface ProfileDialogProps {
  profile: NonNullable<OwnProfileQuery['ownProfile']>;
  onClose: () => void;
  onDone: () => void;
}

/** What users change of themselves. */
export const ProfileDialog = ({ profile, onClose, onDone }: ProfileDialogProps) => {
  const [name, setName] = useState(profile.name);
  const [timeZone, setTimeZone] = useState(profile.timeZone);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [update, { loading }] = useUpdateOwnProfileMutation({ context: { quiet: true } });
  const own = ZONES.some(([zone]) => zone === profile.timeZone) ? [] : [[profile.timeZone, profile.timeZone] as const];

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (loading) return;
    if (name.trim() === '') return setProblems({ name: 'Informe o nome.' });
    try {
      await update({ variables: { name, timeZone } });
      onDone();
    } catch (error) {
      const [problem] = fieldProblems(error);
      setProblems(problem ? { [problem.path]: problem.message } : { name: errorText(error) });
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Nome e fuso horário"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form={FORM} busy={loading}>
            Salvar
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
        <Field label="Nome" required {...(problems.name && { error: problems.name })}>
          <TextInput value={name} maxLength={120} autoFocus autoComplete="name" onChange={setName} />
        </Field>
        <Field label="Fuso horário" {...(problems.timeZone && { error: problems.timeZone })}>
          <Select
            value={timeZone}
            options={[...own, ...ZONES].map(([value, label]) => ({ value, label }))}
            onChange={setTimeZone}
          />
        </Field>
      </form>
    </Dialog>
  );
};
