import { normalizeEmail } from '#domain/email.ts';
import { useReportRecipientsQuery } from '#web/generated/reports.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { CloseIcon } from '#web/ui/icons.ts';
import { Combobox, Field, IconButton } from '#web/ui/index.ts';
import { useState } from 'react';
import { addressProblem, visibilityText, type Chip } from './schedules.ts';
import styles from './schedules.module.css';

interface Props {
  companyId: string;
  report: string;
  value: readonly Chip[];
  error: string | undefined;
  onChange: (recipients: readonly Chip[]) => void;
}

const Chips = ({ value, onChange }: Pick<Props, 'value' | 'onChange'>) => (
  <ul className={styles.chips} aria-label="Destinatários">
    {value.map((one) => (
      <li key={one.userId ?? one.name}>
        <span>{one.name}</span>
        <IconButton
          size="small"
          label={`Tirar ${one.name}`}
          icon={<CloseIcon />}
          onClick={() => onChange(value.filter((other) => other !== one))}
        />
      </li>
    ))}
  </ul>
);

/** Who gets a scheduled report: users from the list and, for an administrator, addresses that are typed. */
export const RecipientPicker = ({ companyId, report, value, error, onChange }: Props) => {
  const { grantee } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const { data, loading } = useReportRecipientsQuery({
    variables: { companyId, report },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const users = data?.recipients ?? [];
  const options = users
    .filter(({ userId }) => !value.some((one) => one.userId === userId))
    .map(({ userId, name, own }) => ({ id: userId, label: own ? `${name} (você)` : name }));
  const add = (chip: Chip): void => {
    setProblem(null);
    onChange([...value, chip]);
  };
  const type = (text: string): void => {
    const wrong = addressProblem(text, value);
    if (wrong === null) add({ userId: null, name: normalizeEmail(text) });
    else setProblem(wrong);
  };
  const outside = value.some(({ userId }) => userId === null);
  const limited = visibilityText(value, users);
  const shown = problem ?? error;
  return (
    <div className={styles.recipients}>
      {value.length > 0 && <Chips value={value} onChange={onChange} />}
      <Field label="Enviar para" required {...(shown === undefined ? {} : { error: shown })}>
        <Combobox
          key={value.length}
          path="recipients"
          placeholder={grantee.admin ? 'E-mail ou usuário' : 'Usuário'}
          value={null}
          options={options}
          loading={loading && !data}
          clearable={false}
          createVerb="Usar"
          onChange={(option) => {
            const user = users.find(({ userId }) => userId === option?.id);
            if (user) add({ userId: user.userId, name: user.name });
          }}
          {...(grantee.admin ? { onCreate: type } : {})}
        />
      </Field>
      <p className={styles.hint}>
        Cada usuário recebe só as obras que pode ver{limited === null ? '.' : ': '}
        {limited !== null && <strong>{limited}.</strong>}
        {outside && ' E-mail de fora recebe as que você vê e tem escolhidas.'}
      </p>
    </div>
  );
};
