import { MAX_DELIVERY_FILES } from '#schema/purchase/orders/limits.ts';
import { downloadFile } from '#web/client/files.ts';
import { notifyError, notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useDeleteOrderAttachmentMutation, type OrderDetailsFragment } from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useSyncExternalStore } from 'react';
import {
  forgetFile,
  keepFiles,
  onPendingFiles,
  pendingFiles,
  sendFile,
  type PendingFile,
  type StoredAttachment,
} from './pendingFiles.ts';

type Order = Pick<OrderDetailsFragment, 'id' | 'deliveries'>;

const isSendable = ({ error }: PendingFile): boolean => error === null;

/** The photos and scans of an order's deliveries: stored ones, and those that are still on the device. */
export const useDeliveryFiles = ({ id: orderId, deliveries }: Order) => {
  const { companyId } = usePlace();
  const { cache } = useApolloClient();
  const all = useSyncExternalStore(onPendingFiles, pendingFiles);
  const [remove] = useDeleteOrderAttachmentMutation({ context: { quiet: true } });

  /** Of a delivery; null: of the one that is not confirmed yet, or that was undone before they were sent. */
  const pendingOf = (deliveryId: string | null, files = all): PendingFile[] =>
    files.filter((one) => {
      const known = deliveries.some(({ id }) => id === one.deliveryId) ? one.deliveryId : null;
      return one.orderId === orderId && known === deliveryId && (deliveryId !== null || one.progress === null);
    });
  const stored = (deliveryId: string | null) => deliveries.find(({ id }) => id === deliveryId)?.attachments ?? [];

  const send = async (deliveryId: string, files: readonly PendingFile[]): Promise<void> => {
    let failed = 0;
    for (const file of files) {
      const attachment = await sendFile({ companyId, orderId, deliveryId }, file);
      if (!attachment) failed += 1;
      else
        cache.modify({
          id: cache.identify({ __typename: 'OrderDelivery', id: deliveryId }),
          fields: {
            attachments: (existing, { toReference }) => [
              ...(Array.isArray(existing) ? existing : []),
              toReference({ __typename: 'OrderAttachment', ...attachment }, true),
            ],
          },
        });
    }
    if (failed > 0) notifyError('Anexo não enviado. Ele está guardado ao lado da nota: envie de novo.');
  };
  return {
    pendingOf,
    /** Keeps files; those of a stored delivery are sent at once. */
    add: async (deliveryId: string | null, files: readonly File[]): Promise<void> => {
      const room = MAX_DELIVERY_FILES - stored(deliveryId).length - pendingOf(deliveryId).length;
      if (files.length > room) notifyError(`Um recebimento tem no máximo ${MAX_DELIVERY_FILES} anexos.`);
      const kept = keepFiles(orderId, deliveryId, files.slice(0, Math.max(0, room)));
      if (deliveryId !== null) await send(deliveryId, kept.filter(isSendable));
    },
    /** Sends what was chosen before the delivery was confirmed. */
    sendWaiting: (deliveryId: string): Promise<void> =>
      send(deliveryId, pendingOf(null, pendingFiles()).filter(isSendable)),
    retry: (file: PendingFile): Promise<void> =>
      file.deliveryId === null ? Promise.resolve() : send(file.deliveryId, [file]),
    cancel: ({ key }: PendingFile): void => forgetFile(key),
    download: ({ link, name }: StoredAttachment): void => void downloadFile(link, name).catch(notifyFailure),
    remove: async (deliveryId: string, { id: attachmentId, name }: StoredAttachment): Promise<void> => {
      try {
        await remove({ variables: { companyId, id: orderId, deliveryId, attachmentId } });
        notifySuccess('Anexo excluído', { detail: name });
      } catch (error) {
        notifyFailure(error, 'Falha para excluir anexo');
      }
    },
  };
};
export type DeliveryFiles = ReturnType<typeof useDeliveryFiles>;
