import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import type { ProjectFileChanges } from '#schema/engineering/schedules/files.rest.ts';
import { errorText } from '#web/client/errors.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { MAX_FILE_BYTES, uploadFile } from '#web/client/files.ts';
import { Button, Checkbox, Dialog, FileDrop } from '#web/ui/index.ts';
import { useState } from 'react';
import { projectFilePath } from './ProjectMenu.tsx';
import { failures } from '../words.ts';
import styles from '../schedule.module.css';
import own from './project.module.css';

interface ProjectFileDialogProps {
  /** Key of the cost estimate. */
  id: string;
  /** Edits are on their way: the file would be compared with what they change. */
  saving: boolean;
  /** Answers why the edit is refused. */
  onApply: (file: ProjectFileChanges, removeMissing: boolean) => string | null;
  onClose: () => void;
}

type Told = ProjectFileChanges['problems'][number];

const TaskTexts = ({ title, tasks }: { title: string; tasks: readonly Told[] }) =>
  tasks.length > 0 && (
    <section aria-label={title}>
      <h3 className={styles.heading}>{`${title} (${tasks.length})`}</h3>
      <ul className={own.tasks}>
        {tasks.map(({ code, name, texts }, index) => (
          <li key={index}>
            <strong>{`${code} ${name}`.trim() || 'Tarefa sem nome'}</strong>
            <span>{texts.join('; ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );

const Texts = ({ title, texts }: { title: string; texts: readonly string[] }) =>
  texts.length > 0 && (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={own.tasks}>
        {texts.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    </section>
  );

const missingWords = ({ items, daysOff }: ProjectFileChanges['missing']): string =>
  [
    ...(items.length > 0 ? [counted(items.length, 'tarefa')] : []),
    ...(daysOff.length > 0 ? [counted(daysOff.length, 'dia de folga', 'dias de folga')] : []),
  ].join(' e ');

const Summary = ({ file: { tasks, calendar, endBefore, endAfter } }: { file: ProjectFileChanges }) => {
  if (tasks.length + calendar.length === 0) return <p>O arquivo diz o que o cronograma já tem: nada muda.</p>;
  const fresh = tasks.filter(({ isNew }) => isNew).length;
  const words = [
    ...(fresh > 0 ? [counted(fresh, 'tarefa nova', 'tarefas novas')] : []),
    ...(tasks.length > fresh ? [counted(tasks.length - fresh, 'tarefa muda', 'tarefas mudam')] : []),
    ...(calendar.length > 0 ? ['o calendário muda'] : []),
  ].join(', ');
  const end =
    endBefore === endAfter || endBefore === null
      ? `O fim fica em ${formatDate(endAfter)}.`
      : `O fim vai de ${formatDate(endBefore)} para ${formatDate(endAfter)}.`;
  return <p>{`${words[0]?.toUpperCase() ?? ''}${words.slice(1)}. ${end}`}</p>;
};

const Preview = ({ file, remove, onRemove }: { file: ProjectFileChanges; remove: boolean; onRemove: () => void }) => {
  const missing = missingWords(file.missing);
  return (
    <div aria-live="polite">
      <Summary file={file} />
      {missing !== '' && (
        <>
          <Checkbox label={`Retirar o que o arquivo não tem: ${missing}`} checked={remove} onChange={onRemove} />
          <ul className={own.tasks} aria-label="O que o arquivo não tem">
            {file.missing.items.map(({ id, code, name }) => (
              <li key={id}>{`${code} ${name}`}</li>
            ))}
            {file.missing.daysOff.map(({ id, date, description }) => (
              <li key={id}>{`${formatDate(date)} ${description}`}</li>
            ))}
          </ul>
        </>
      )}
      <TaskTexts title="Não entra como está no arquivo" tasks={file.problems} />
      <Texts title="Sobre o arquivo" texts={file.notes} />
      <Texts title="Calendário" texts={file.calendar} />
      <TaskTexts title="Tarefas" tasks={file.tasks} />
    </div>
  );
};

/** A file of MS Project: what it would change, in words, before it is applied. */
export const ProjectFileDialog = ({ id, saving, onApply, onClose }: ProjectFileDialogProps) => {
  const [file, setFile] = useState<ProjectFileChanges | null>(null);
  const [busy, setBusy] = useState(false);
  const [remove, setRemove] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (chosen: File) => {
    if (chosen.size > MAX_FILE_BYTES) return setProblem(`O arquivo passa de ${formatBytes(MAX_FILE_BYTES)}.`);
    setBusy(true);
    setProblem(null);
    setFile(null);
    try {
      const upload = { path: projectFilePath(id), part: 'file', file: chosen, failure: failures.projectFile };
      const { data } = await uploadFile(upload);
      setFile(data as ProjectFileChanges);
    } catch (error) {
      setProblem(errorText(error, failures.projectFile));
    }
    setBusy(false);
  };
  const changes = file !== null && (file.tasks.length + file.calendar.length > 0 || remove);
  const apply = () => {
    const refusal = file && onApply(file, remove);
    if (refusal === null) onClose();
    else setProblem(refusal);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Importar do MS Project"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" disabled={!changes || saving} onClick={apply}>
            Aplicar
          </Button>
        </>
      }
    >
      <FileDrop
        title="Arquivo do MS Project em XML"
        text='No MS Project, use Salvar como › "Formato XML". As tarefas são achadas pelo que o Prumo exportou, pelo item ou pelo nome.'
        label="Arquivo do MS Project"
        accept=".xml,application/xml,text/xml"
        busy={busy || saving}
        chosen={file !== null}
        onFile={(chosen) => void read(chosen)}
      />
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {file && <Preview file={file} remove={remove} onRemove={() => setRemove(!remove)} />}
    </Dialog>
  );
};
