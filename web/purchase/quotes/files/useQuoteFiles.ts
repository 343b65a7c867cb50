import { reread } from '#web/client/reread.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { downloadFile, MAX_FILE_BYTES, uploadFile } from '#web/client/files.ts';
import { notifyError, notifyFailure } from '#web/client/notify.ts';
import { QuoteDocument, useDeleteQuoteAttachmentMutation } from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { withReason } from '../calls.ts';
import { failures } from '../words.ts';

/** The files of a stored request: each is kept at once, and each call tells why it failed. */
export const useQuoteFiles = (id: string) => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const [remove] = useDeleteQuoteAttachmentMutation({ context: { quiet: true } });
  /** File that is being sent, and how much of it. */
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const add = async (files: readonly File[]): Promise<void> => {
    const path = `/api/v1/purchase/company/${companyId}/quote/${id}/attachments`;
    try {
      for (const file of files) {
        if (file.size > MAX_FILE_BYTES) {
          notifyError(`${file.name} tem ${formatBytes(file.size)}: o limite é ${formatBytes(MAX_FILE_BYTES)}.`);
          continue;
        }
        setSending({ name: file.name, share: 0 });
        const onProgress = (share: number) => setSending({ name: file.name, share });
        await uploadFile({ path, part: 'file', file, onProgress, failure: failures.attach });
      }
    } catch (error) {
      notifyFailure(withReason(error), failures.attach);
    }
    setSending(null);
    await reread(client, { query: QuoteDocument, variables: { companyId, id }, quiet: false });
  };
  return {
    sending,
    add,
    download: ({ link, name }: { link: string; name: string }) =>
      downloadFile(link, name).catch((error: unknown) => notifyFailure(error, failures.file)),
    /** Null when it was deleted, else the error. */
    remove: async (attachmentId: string): Promise<unknown> => {
      try {
        await remove({ variables: { companyId, id, attachmentId } });
        return null;
      } catch (error) {
        return withReason(error);
      }
    },
  };
};
