import { currentUser } from '#web/client/token.ts';

/** A photo that waits on the device until it is sent. */
export interface QueuedPhoto {
  key: string;
  user: string;
  measurementId: string;
  rowId: string;
  blob: Blob;
  /** Instant, ISO 8601. */
  takenAt: string;
  /** Why the service did not take it: it is sent again only when somebody asks for that. */
  refused?: string;
}

const DATABASE = 'prumo';
const STORE = 'measurementPhotos';

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be opened'));
  });

const run = async <Value>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> => {
  const database = await opened();
  try {
    return await new Promise<Value>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB has aborted'));
    });
  } finally {
    database.close();
  }
};

export const keepPhoto = (photo: Omit<QueuedPhoto, 'user'>): Promise<unknown> =>
  run('readwrite', (store) => store.put({ ...photo, user: currentUser() ?? '' }));

export const forgetPhoto = (key: string): Promise<unknown> => run('readwrite', (store) => store.delete(key));

/** Photos of a measurement that this user has taken and that are not sent yet, in their order. */
export const keptPhotos = async (measurementId: string): Promise<QueuedPhoto[]> => {
  const all: QueuedPhoto[] = await run('readonly', (store) => store.getAll());
  return all
    .filter((photo) => photo.measurementId === measurementId && photo.user === (currentUser() ?? ''))
    .sort((one, other) => one.takenAt.localeCompare(other.takenAt));
};
