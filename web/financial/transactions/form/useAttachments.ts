import { DEFAULT_FAILURE } from '#domain/messages.ts';
import { useDeleteAttachmentMutation, type TransactionType } from '#web/generated/financial.ts';
import { notifyFailure, notifySuccess } from '#web/app/notify.ts';
import { usePlace } from '#web/app/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useState } from 'react';
import {
  downloadAttachment,
  formatBytes,
  MAX_FILE_BYTES,
  uploadAttachment,
  type Attachment,
} from './attachmentsApi.ts';

export interface PendingFile {
  key: string;
  file: File;
  /** Share that has been sent; null while it waits for the document to be saved. */
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
 * Files of one document. What is added to a new document waits until it is saved; `sendAll` then uploads it. A file
 * that fails stays in the list with its reason.
 */
export const useAttachments = (type: TransactionType, transactionId: string | null) => {
  const { companyId } = usePlace();
  const { cache } = useApolloClient();
  const [pending, setPending] = useState<readonly PendingFile[]>([]);
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
      } catch (error) {
        change(key, { error: error instanceof Error ? error.message : DEFAULT_FAILURE });
      }
    },
    [cache, cancel, change, companyId, type],
  );

  const sendAll = async (target: string) => {
    for (const file of pending.filter((one) => one.progress === null && one.error === null)) await send(target, file);
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
