import { DEFAULT_FAILURE } from '#domain/messages.ts';
import { useDeleteAttachmentMutation, type TransactionType } from '#web/generated/financial.ts';
import { notifyError, notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { formatBytes } from '#web/client/bytes.ts';
import { MAX_FILE_BYTES } from '#web/client/files.ts';
import { filesOf, filesTaken } from '#web/financial/paymentCodes/intake/newExpense.ts';
import { downloadAttachment, uploadAttachment, type Attachment } from './attachmentsApi.ts';

export interface PendingFile {
  key: string;
  file: File;
  /** Share that has been sent, 0 to 1; null while the file waits for the transaction to be saved. */
  progress: number | null;
  error: string | null;
}

let lastKey = 0;

const pendingOf = (file: File): PendingFile => ({
  key: `file-${++lastKey}`,
  file,
  progress: null,
  error: file.size > MAX_FILE_BYTES ? `${formatBytes(file.size)}: o limite é ${formatBytes(MAX_FILE_BYTES)}` : null,
});

/**
 * Files of one transaction. Files added to a new transaction wait for the save; `sendAll` then uploads them and reports
 * failed ones. `startedBy`: the expense begins with files that were dropped on its list. A failed file of a stored transaction stays in the list with its reason.
 */
export const useAttachments = (type: TransactionType, transactionId: string | null, startedBy?: string) => {
  const { companyId } = usePlace();
  const { cache } = useApolloClient();
  const [pending, setPending] = useState<readonly PendingFile[]>(() => filesOf(startedBy).map(pendingOf));
  useEffect(() => filesTaken(startedBy), [startedBy]);
  const [deleteAttachment] = useDeleteAttachmentMutation();

  const change = useCallback(
    (key: string, fields: Partial<PendingFile>) =>
      setPending((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one))),
    [],
  );
  const cancel = useCallback((key: string) => setPending((all) => all.filter((one) => one.key !== key)), []);

  const send = useCallback(
    async (target: string, { key, file }: PendingFile) => {
      change(key, { progress: 0, error: null });
      try {
        const place = { companyId, type, transactionId: target };
        const attachment = await uploadAttachment(place, file, (progress) => change(key, { progress }));
        cache.modify({
          id: cache.identify({ __typename: 'Transaction', id: target }),
          fields: {
            attachments: (existing, { toReference }) => [
              ...(Array.isArray(existing) ? existing : []),
              toReference({ __typename: 'Attachment', ...attachment }, true),
            ],
          },
        });
        cancel(key);
        return true;
      } catch (error) {
        change(key, { error: error instanceof Error ? error.message : DEFAULT_FAILURE });
        return false;
      }
    },
    [cache, cancel, change, companyId, type],
  );

  const sendAll = async (target: string) => {
    const waiting = pending.filter((one) => one.progress === null && one.error === null);
    // Marked at once, so that the next new transaction does not take these files for its own.
    waiting.forEach(({ key }) => change(key, { progress: 0 }));
    const failed: string[] = [];
    for (const one of waiting) if (!(await send(target, one))) failed.push(one.file.name);
    if (transactionId !== null || failed.length === 0) return;
    // The form shows another transaction by now, so the failure is reported as a notice.
    setPending((all) => all.filter(({ key }) => !waiting.some((one) => one.key === key)));
    notifyError(`Anexo não enviado: ${failed.join(', ')}. Inclua-o de novo no lançamento salvo.`);
  };
  const add = (files: readonly File[]) => {
    const added = files.map(pendingOf);
    setPending((all) => [...all, ...added]);
    if (transactionId !== null) {
      void (async () => {
        for (const file of added.filter((one) => one.error === null)) await send(transactionId, file);
      })();
    }
  };
  const download = (attachment: Attachment) => void downloadAttachment(attachment).catch(notifyFailure);
  const remove = (attachment: Attachment) => {
    if (transactionId === null) return;
    void deleteAttachment({
      variables: { companyId, type, transactionId, id: attachment.id },
      update: (target) => {
        target.evict({ id: target.identify({ __typename: 'Attachment', id: attachment.id }) });
        target.gc();
      },
    }).then(() => notifySuccess('Anexo excluído', { detail: attachment.name }), notifyFailure);
  };
  return { pending, add, cancel, sendAll, download, remove };
};
