import { RestFailure } from '#web/client/errors.ts';
import { uploadFile } from '#web/client/files.ts';
import { newKey } from '#web/client/idempotency.ts';
import { notifyError } from '#web/client/notify.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetPhoto, keepPhoto, keptPhotos, type QueuedPhoto } from './photoStore.ts';
import { scaledPhoto } from '#web/client/scaledPhoto.ts';

const TRY_AGAIN = 5_000;
/** Answers after which the same call may be accepted: a new login, a pause. */
const NOT_FOR_GOOD = new Set([401, 408, 425, 429]);

/** The sentence of a refusal that trying again does not change; undefined for anything else. */
const refusalOf = (failure: unknown): string | undefined =>
  failure instanceof RestFailure &&
  failure.status !== undefined &&
  failure.status >= 400 &&
  failure.status < 500 &&
  !NOT_FOR_GOOD.has(failure.status)
    ? failure.message
    : undefined;

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
      for (const photo of (await look()).filter(({ refused }) => refused === undefined)) {
        const refused = await uploaded(photo).then(
          () => undefined,
          (failure: unknown) => {
            const sentence = refusalOf(failure);
            if (sentence === undefined) throw failure;
            return sentence;
          },
        );
        if (refused !== undefined) {
          await keepPhoto({ ...photo, refused });
          notifyError(`Uma foto não foi aceita. ${refused}`);
          continue;
        }
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
  const sendable = waiting.filter(({ refused }) => refused === undefined).length;
  const some = sendable > 0;
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
  /** Sends a refused photo again. */
  const retry = async ({ refused: _before, ...photo }: QueuedPhoto) => {
    await keepPhoto(photo);
    await send();
  };
  const discard = async ({ key }: QueuedPhoto) => {
    await forgetPhoto(key);
    await look();
  };
  return { waiting, sendable, add, retry, discard };
};
