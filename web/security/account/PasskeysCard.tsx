import { formatDate } from '#domain/dates.ts';
import { errorCode, errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { passkeysWork } from '#web/client/passkeysWork.ts';
import {
  useDeleteOwnPasskeyMutation,
  useOwnPasskeysQuery,
  useRenameOwnPasskeyMutation,
  type OwnPasskeysQuery,
} from '#web/generated/security.ts';
import {
  Button,
  Card,
  ConfirmDialog,
  CountBadge,
  dayOf,
  Dialog,
  ErrorState,
  Field,
  IconButton,
  Skeleton,
  TextInput,
} from '#web/ui/index.ts';
import { AddIcon, DeleteIcon, EditIcon, PasskeyIcon } from '#web/ui/icons.ts';
import { useState, type SubmitEvent, type ReactNode } from 'react';
import styles from './account.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useMakePasskey } from './useMakePasskey.ts';

type Passkey = NonNullable<OwnPasskeysQuery['ownPasskeys']>[number];

const NONE =
  'Entre com a digital, o rosto ou o PIN do aparelho, sem senha. A chave não sai dele e não funciona em páginas falsas.';
const ELSEWHERE = 'Para criar uma chave de acesso, abra o sistema por HTTPS e pelo nome do endereço.';
const RENAME = 'renomear-chave';

const usedText = ({ createdAt, lastUsedAt, synced }: Passkey): string =>
  [
    `Criada em ${formatDate(dayOf(createdAt))}`,
    lastUsedAt ? `usada em ${formatDate(dayOf(lastUsedAt))}` : 'ainda não usada',
    synced ? 'sincronizada' : 'só neste aparelho',
  ].join(' · ');

const RenameDialog = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const [name, setName] = useState(passkey.name);
  const [problem, setProblem] = useState<string>();
  const [rename, { loading }] = useRenameOwnPasskeyMutation({ context: { quiet: true } });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (loading) return;
    if (name.trim() === '') return setProblem('Informe o nome.');
    try {
      await rename({ variables: { id: passkey.id, name } });
      notifySuccess('Chave renomeada');
      onClose();
    } catch (error) {
      setProblem(fieldProblems(error)[0]?.message ?? errorText(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Renomear chave de acesso"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form={RENAME} busy={loading}>
            Salvar
          </Button>
        </>
      }
    >
      <form id={RENAME} onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
        <Field label="Nome da chave" required error={problem}>
          <TextInput value={name} maxLength={60} autoFocus onChange={setName} />
        </Field>
      </form>
    </Dialog>
  );
};

/** The passkeys of the user: what opens the account alone, or after the password. */
export const PasskeysCard = ({ onChange }: { onChange: () => Promise<unknown> }) => {
  const { data, error, refetch } = useOwnPasskeysQuery({ fetchPolicy: 'cache-and-network' });
  const { make, busy } = useMakePasskey();
  const [remove] = useDeleteOwnPasskeyMutation({ context: { quiet: true } });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const keys = data?.ownPasskeys;

  const readAgain = () => Promise.all([refetch(), onChange()]);

  const add = async () => {
    const made = await make();
    if (!made) return;
    notifySuccess('Chave de acesso criada');
    if (made.length > 0) setCodes(made);
    await readAgain();
  };

  const drop = async ({ id, name }: Passkey) => {
    setRemoving(null);
    try {
      await remove({ variables: { id } });
      notifySuccess(`Chave removida: ${name}`);
    } catch (refused) {
      if (errorCode(refused) !== 'REAUTHENTICATION_REQUIRED') notifyFailure(refused);
    }
    await readAgain();
  };

  const content = (): ReactNode => {
    if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
    if (error && !keys) return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
    if (!keys) return <Skeleton rows={2} />;
    return (
      <>
        {keys.length === 0 && <p className={styles.text}>{NONE}</p>}
        {keys.length > 0 && (
          <ul className={styles.passkeys}>
            {keys.map((key) => (
              <li key={key.id}>
                <PasskeyIcon aria-hidden="true" />
                <span className={styles.name}>
                  <strong>{key.name}</strong>
                  <small>{usedText(key)}</small>
                </span>
                <span>
                  <IconButton icon={<EditIcon />} label={`Renomear ${key.name}`} onClick={() => setRenaming(key)} />
                  <IconButton icon={<DeleteIcon />} label={`Remover ${key.name}`} onClick={() => setRemoving(key)} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {!passkeysWork() && <p className={styles.text}>{ELSEWHERE}</p>}
        <div className={styles.buttons}>
          <Button icon={<AddIcon />} busy={busy} disabled={!passkeysWork()} onClick={() => void add()}>
            Criar chave de acesso
          </Button>
        </div>
      </>
    );
  };

  return (
    <Card title="Chaves de acesso" badge={keys && keys.length > 0 ? <CountBadge count={keys.length} /> : undefined}>
      {content()}
      {renaming && <RenameDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      <ConfirmDialog
        open={removing !== null}
        danger
        title={`Remover a chave ${removing?.name ?? ''}?`}
        text="Ela deixa de abrir o seu acesso. Apague-a também nas configurações do aparelho."
        confirm="Remover"
        onConfirm={() => removing && void drop(removing)}
        onCancel={() => setRemoving(null)}
      />
    </Card>
  );
};
