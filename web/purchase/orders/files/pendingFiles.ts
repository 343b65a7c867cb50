import { MAX_DELIVERY_FILE_BYTES } from '#schema/purchase/orders/limits.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { errorText, RestFailure } from '#web/client/errors.ts';
import { uploadFile } from '#web/client/files.ts';
import { newKey } from '#web/client/idempotency.ts';
import { scaledFile } from '#web/client/scaledPhoto.ts';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';

export type StoredAttachment = OrderDetailsFragment['deliveries'][number]['attachments'][number];

/** A photo or scan that is not stored yet. */
export interface PendingFile {
  key: string;
  orderId: string;
  /** Null: the delivery is not confirmed yet. */
  deliveryId: string | null;
  file: File;
  /** Share that has been sent, 0 to 1; null while it waits. */
  progress: number | null;
  error: string | null;
}

/** Files of all orders: they outlive the drawer that they were chosen in, as long as the page is open. */
let all: readonly PendingFile[] = [];
const listeners = new Set<() => void>();

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

const change = (next: readonly PendingFile[]): void => {
  all = next;
  if (next.length > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  listeners.forEach((listener) => listener());
};
const update = (key: string, fields: Partial<PendingFile>): void =>
  change(all.map((one) => (one.key === key ? { ...one, ...fields } : one)));

export const pendingFiles = (): readonly PendingFile[] => all;
export const onPendingFiles = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const forgetFile = (key: string): void => change(all.filter((one) => one.key !== key));

const problemOf = (file: File): string | null =>
  file.size > MAX_DELIVERY_FILE_BYTES
    ? `${formatBytes(file.size)}: o limite é ${formatBytes(MAX_DELIVERY_FILE_BYTES)}`
    : null;

/** Keeps chosen files; those of a delivery that is not confirmed yet wait for that. */
export const keepFiles = (orderId: string, deliveryId: string | null, files: readonly File[]): PendingFile[] => {
  const kept = files.map((file) => ({
    ...{ key: newKey(), orderId, deliveryId, file, progress: null },
    // A picture is scaled down before it is sent.
    error: file.type.startsWith('image/') ? null : problemOf(file),
  }));
  change([...all, ...kept]);
  return kept;
};

interface Target {
  companyId: string;
  orderId: string;
  deliveryId: string;
}

/** Sends a kept file; what fails stays, with its reason. Returns what was stored, or null. */
export const sendFile = async (
  { companyId, orderId, deliveryId }: Target,
  { key, file: chosen }: PendingFile,
): Promise<StoredAttachment | null> => {
  update(key, { deliveryId, progress: 0, error: null });
  try {
    const file = await scaledFile(chosen);
    const problem = problemOf(file);
    if (problem !== null) throw new RestFailure(problem);
    const path = `/api/v1/purchase/company/${companyId}/order/${orderId}/deliveries/${deliveryId}/attachments`;
    const { data } = await uploadFile({
      path,
      part: 'file',
      file,
      onProgress: (progress) => update(key, { progress }),
    });
    forgetFile(key);
    // The row of the services, whose keys are numbers.
    const { id, ...attachment } = data as Omit<StoredAttachment, 'id' | '__typename'> & { id: number };
    return { ...attachment, id: String(id) };
  } catch (error) {
    update(key, { progress: null, error: errorText(error) });
    return null;
  }
};
