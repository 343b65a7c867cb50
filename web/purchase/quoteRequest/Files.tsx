import { MAX_ANSWER_FILES, MAX_ANSWER_FILE_BYTES } from '#schema/purchase/quotes/limits.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { scaledFile } from '#web/client/scaledPhoto.ts';
import { useRef, useState, type Dispatch, type SetStateAction } from 'react';
import styles from '#web/public/supplier/supplier.module.css';
import type { RequestApi, RequestFile } from './requestApi.ts';
import type { Typed } from './typed.ts';
import own from './QuoteRequest.module.css';

interface FilesProps {
  api: RequestApi;
  files: RequestFile[];
  onFiles: Dispatch<SetStateAction<RequestFile[]>>;
  typed: Typed;
  change: (next: (before: Typed) => Typed) => void;
}

/** Notes, photos and files of the answer. Files are kept at once. */
export const Files = ({ api, files, onFiles, typed, change }: FilesProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [photo, file] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];

  const add = async (chosen: File | undefined) => {
    if (!chosen) return;
    setProblem(null);
    setBusy(chosen.name);
    const content = await scaledFile(chosen);
    if (content.size > MAX_ANSWER_FILE_BYTES) setProblem('O arquivo passa de 10 MB.');
    else {
      const outcome = await api.attach(content, content.name);
      if ('data' in outcome) onFiles((before) => [...before, outcome.data]);
      else setProblem(outcome.fields[0]?.message ?? outcome.problem);
    }
    setBusy(null);
  };
  const remove = async ({ id }: RequestFile) => {
    const outcome = await api.detach(id);
    if ('data' in outcome) onFiles((before) => before.filter((one) => one.id !== id));
    else setProblem(outcome.problem);
  };
  const full = files.length >= MAX_ANSWER_FILES;
  return (
    <section className={styles.section}>
      <h2>Observações e anexos</h2>
      <textarea
        className={styles.notes}
        aria-label="Observações"
        rows={3}
        maxLength={2_000}
        value={typed.notes}
        onChange={({ target }) => change((before) => ({ ...before, notes: target.value }))}
      />
      <div className={styles.chips}>
        <button type="button" disabled={busy !== null || full} onClick={() => photo.current?.click()}>
          Foto
        </button>
        <button type="button" disabled={busy !== null || full} onClick={() => file.current?.click()}>
          Arquivo
        </button>
      </div>
      <input
        ref={photo}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Foto"
        onChange={({ target }) => void add(target.files?.[0]).then(() => (target.value = ''))}
      />
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Arquivo"
        onChange={({ target }) => void add(target.files?.[0]).then(() => (target.value = ''))}
      />
      {busy !== null && <p role="status">Enviando {busy}…</p>}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {files.length > 0 && (
        <ul className={own.files}>
          {files.map((one) => (
            <li key={one.id}>
              <span>
                {one.name} <span>{formatBytes(one.size)}</span>
              </span>
              <button type="button" className={styles.plain} onClick={() => void remove(one)}>
                Remover {one.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
