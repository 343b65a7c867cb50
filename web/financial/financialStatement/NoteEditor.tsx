import { formatMoment } from '#domain/dates.ts';
import { errorText } from '#web/client/errors.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { NoteIcon } from '#web/ui/icons.ts';
import { Button, Field, TextArea } from '#web/ui/index.ts';
import { useState } from 'react';
import { useNoteCalls, type NotePlace } from './useNoteCalls.ts';
import type { Note } from './model.ts';
import styles from './panel.module.css';

interface NoteEditorProps {
  note: Note | undefined;
  place: NotePlace;
  figure: string;
  month: string;
}

const MAX_LENGTH = 500;

/** The field begins with the focus, at the end of its text. */
const focused = (field: HTMLTextAreaElement | null): void => {
  field?.focus();
};

/** The note on a figure, with who wrote it; written and changed in place. */
export const NoteEditor = ({ note, place, figure, month }: NoteEditorProps) => {
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const calls = useNoteCalls(place);
  const run = async (act: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      notifySuccess(done);
      setText(null);
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  const save = () => {
    const written = (text ?? '').trim();
    if (written === '') return setProblem('Escreva a nota.');
    return void run(() => calls.save(note, { figure, month, text: written }), 'Nota salva');
  };
  if (text === null) {
    return (
      <div className={styles.note}>
        {note && <p>{note.text}</p>}
        {note && <small>{[note.authorName, formatMoment(new Date(note.writtenAt))].filter(Boolean).join(', ')}</small>}
        <span className={styles.noteActions}>
          <Button size="small" variant="subtle" icon={<NoteIcon />} onClick={() => setText(note?.text ?? '')}>
            {note ? 'Alterar nota' : 'Anotar'}
          </Button>
          {note && (
            <Button
              size="small"
              variant="subtle"
              busy={busy}
              onClick={() => void run(() => calls.remove(note), 'Nota apagada')}
            >
              Apagar
            </Button>
          )}
        </span>
        {problem && <p className={styles.error}>{problem}</p>}
      </div>
    );
  }
  return (
    <div className={styles.note}>
      <Field label="Nota" error={problem ?? undefined} wide>
        <TextArea ref={focused} value={text} maxLength={MAX_LENGTH} onChange={setText} />
      </Field>
      <span className={styles.noteActions}>
        <Button size="small" onClick={() => setText(null)}>
          Cancelar
        </Button>
        <Button size="small" variant="primary" busy={busy} onClick={save}>
          Salvar nota
        </Button>
      </span>
    </div>
  );
};
