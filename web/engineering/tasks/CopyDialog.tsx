import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useCopyTaskMutation, type TaskChoicesQuery, type TaskRowFragment } from '#web/generated/engineering.ts';
import { Button, Dialog, Field, Select, TextInput } from '#web/ui/index.ts';
import { useState } from 'react';
import layout from '#web/form/document/document.module.css';
import { forgetTasks } from './calls.ts';
import { failures } from './words.ts';

interface CopyDialogProps {
  task: Pick<TaskRowFragment, 'id' | 'code' | 'description' | 'costDatabase'>;
  choices: TaskChoicesQuery | undefined;
  onClose: () => void;
  onCopied: (id: string) => void;
}

/** The cost databases that the account can write to. */
export const ownDatabases = (choices: TaskChoicesQuery | undefined) =>
  (choices?.productTables?.content ?? []).filter(({ source, active }) => source === 'GO' && active);

/** Copies a composition, published ones too, as one of the account's own. */
export const CopyDialog = ({ task, choices, onClose, onCopied }: CopyDialogProps) => {
  const databases = ownDatabases(choices);
  const own = task.costDatabase.source === 'GO';
  // A code is one of its kind in its cost database: an own composition needs another one.
  const [code, setCode] = useState(own ? '' : task.code);
  const [description, setDescription] = useState(task.description);
  const [base, setBase] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [copy, { loading }] = useCopyTaskMutation({ context: { quiet: true } });
  const costDatabaseId = base || (databases[0]?.id ?? '');
  const send = async () => {
    const missing = code.trim() === '' ? { code: 'Informe o código da cópia' } : null;
    setProblems(missing ?? {});
    if (missing || costDatabaseId === '') return;
    try {
      const { data } = await copy({
        variables: { id: task.id, costDatabaseId, code: code.trim(), description },
        update: (cache) => forgetTasks(cache),
      });
      if (!data) return;
      const copied = data.copyTask.task;
      notifySuccess('Composição duplicada', { detail: `${copied.code} ${copied.description}` });
      onCopied(copied.id);
    } catch (error) {
      const fields = fieldProblems(error);
      setProblems(Object.fromEntries(fields.map(({ path, message }) => [path, message])));
      if (fields.length === 0) notifyFailure(error, failures.save);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Duplicar ${task.code}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={loading} onClick={() => void send()}>
            Duplicar
          </Button>
        </>
      }
    >
      <div className={layout.fields}>
        <Field label="Código" required error={problems.code}>
          <TextInput value={code} maxLength={30} autoFocus autoComplete="off" onChange={setCode} />
        </Field>
        <Field label="Base" required error={problems.costDatabaseId}>
          <Select
            value={costDatabaseId}
            options={databases.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setBase}
          />
        </Field>
        <Field label="Descrição" required wide error={problems.description}>
          <TextInput value={description} maxLength={1000} onChange={setDescription} />
        </Field>
      </div>
    </Dialog>
  );
};
