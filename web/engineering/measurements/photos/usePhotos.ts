import { uploadFile } from '#web/client/files.ts';
import { newKey } from '#web/client/idempotency.ts';
import { notifyError } from '#web/client/notify.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetPhoto, keepPhoto, keptPhotos, type QueuedPhoto } from './photoStore.ts';
import { scaledPhoto } from './scale.ts';

const TRY_AGAIN = 5_000;

const uploaded = (photo: QueuedPhoto): Promise<unknown> => {
  const { measurementId, rowId, takenAt, key, blob } = photo;
  const query = new URLSearchParams({ takenAt });
  // Name and time are the photo's own, so that the same photo sent again has the same Idempotency-Key.
  const file = new File([blob], `${key}.jpg`, { type: blob.type || 'image/jpeg', lastModified: Date.parse(takenAt) });
  return uploadFile({
    path: `/api/v1/engineering/measurements/${measurementId}/lines/${rowId}/photos?${query.toString()}`,
    part: 'file',
    file,
  });
};

/** Photos of a measurement that are on the device, sent one after the other while there is a connection. */
export const usePhotos = (measurementId: string, onSent: (rowId: string) => void) => {
  const [waiting, setWaiting] = useState<readonly QueuedPhoto[]>([]);
  const sending = useRef(false);
  const told = useRef(onSent);
  useEffect(() => {
    told.current = onSent;
  });
  const look = useCallback(async () => {
    const kept = await keptPhotos(measurementId).catch(() => []);
    setWaiting(kept);
    return kept;
  }, [measurementId]);
  const send = useCallback(async () => {
    if (sending.current || !navigator.onLine) return;
    sending.current = true;
    try {
      for (const photo of await look()) {
        await uploaded(photo);
        await forgetPhoto(photo.key);
        told.current(photo.rowId);
      }
    } catch {
      // It stays on the device, and is sent again.
    } finally {
      sending.current = false;
      await look();
    }
  }, [look]);
  useEffect(() => {
    const again = () => void send();
    const now = setTimeout(again);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(now);
      window.removeEventListener('online', again);
    };
  }, [send]);
  const some = waiting.length > 0;
  useEffect(() => {
    if (!some) return undefined;
    const timer = setInterval(() => void send(), TRY_AGAIN);
    return () => clearInterval(timer);
  }, [some, send]);
  /** Keeps photos of a line on the device, and sends them. */
  const add = async (rowId: string, files: readonly File[]) => {
    try {
      for (const file of files)
        await keepPhoto({
          ...{ key: newKey(), measurementId, rowId, takenAt: new Date().toISOString() },
          blob: await scaledPhoto(file),
        });
    } catch {
      notifyError('A foto não pôde ser guardada neste aparelho.');
    }
    await look();
    void send();
  };
  return { waiting, add };
};
