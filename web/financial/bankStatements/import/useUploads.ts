import type { BankStatementFile } from '#schema/financial/bankStatements/bankStatements.rest.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { errorText, RestFailure } from '#web/client/errors.ts';
import { MAX_FILE_BYTES, uploadFile } from '#web/client/files.ts';
import { newKey } from '#web/client/idempotency.ts';
import { notifyError } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failures } from './model.ts';

/** Files that are taken at once. */
const MOST_FILES = 20;

/** A file that waits to be read, is read now, or was refused. */
export interface Upload {
  key: string;
  file: File;
  /** Share that has been sent, 0 to 1; null while it waits. */
  share: number | null;
  failure: string | null;
}

/** @throws RestFailure */
const sendFile = async (companyId: string, file: File, onProgress: (share: number) => void): Promise<string> => {
  if (file.size > MAX_FILE_BYTES) throw new RestFailure(`O arquivo passa de ${formatBytes(MAX_FILE_BYTES)}.`);
  const path = `/api/v1/financial/company/${companyId}/bank-statements/files`;
  const { data } = await uploadFile({ path, part: 'file', file, onProgress, failure: failures.upload });
  // Safe cast: the service answers by its contract.
  return String((data as BankStatementFile).id);
};

/** Reads files one after the other. A refused one stays with its sentence until it is dismissed, and the others go on. */
export const useUploads = (onRead: (id: string) => Promise<void>) => {
  const { companyId } = usePlace();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const running = useRef(false);
  useEffect(() => {
    const waiting = queue;
    // Who leaves has been asked.
    return () => void waiting.current.splice(0);
  }, []);

  const change = useCallback(
    (key: string, fields: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one))),
    [],
  );
  const dismiss = useCallback((key: string) => setUploads((all) => all.filter((one) => one.key !== key)), []);
  const run = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { key, file } = next;
      change(key, { share: 0 });
      try {
        await onRead(await sendFile(companyId, file, (share) => change(key, { share })));
        dismiss(key);
      } catch (error) {
        change(key, { failure: errorText(error, failures.upload) });
      }
    }
    running.current = false;
  }, [change, companyId, dismiss, onRead]);

  return {
    uploads,
    reading: uploads.some(({ failure }) => failure === null),
    dismiss,
    add: (files: readonly File[]): void => {
      if (files.length > MOST_FILES) notifyError(`Envie até ${MOST_FILES} arquivos por vez.`);
      const added = files
        .slice(0, MOST_FILES)
        .map((file): Upload => ({ key: newKey(), file, share: null, failure: null }));
      setUploads((all) => [...all, ...added]);
      queue.current.push(...added);
      void run();
    },
  };
};
export type Uploads = ReturnType<typeof useUploads>;
