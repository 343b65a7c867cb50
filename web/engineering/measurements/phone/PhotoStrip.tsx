import { CameraIcon, OfflineIcon } from '#web/ui/icons.ts';
import { useEffect, useMemo, useRef } from 'react';
import type { QueuedPhoto } from '../photos/photoStore.ts';
import styles from './phone.module.css';

interface PhotoStripProps {
  name: string;
  writable: boolean;
  /** On the device. */
  photos: readonly QueuedPhoto[];
  /** Stored by the service. */
  storedPhotos: number;
  onPhotos: (files: readonly File[]) => void;
  onShowPhotos: () => void;
}

const Thumb = ({ photo }: { photo: QueuedPhoto }) => {
  const address = useMemo(() => URL.createObjectURL(photo.blob), [photo.blob]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <span className={styles.thumb}>
      <img src={address} alt="Foto guardada neste aparelho" />
      <OfflineIcon />
    </span>
  );
};

/** The camera, and the photos of a line. */
export const PhotoStrip = ({ name, writable, photos, storedPhotos, onPhotos, onShowPhotos }: PhotoStripProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.photos}>
      {writable && (
        <>
          <button
            type="button"
            className={styles.camera}
            aria-label={`Fotografar ${name}`}
            onClick={() => input.current?.click()}
          >
            <CameraIcon />
          </button>
          <input
            ref={input}
            hidden
            type="file"
            accept="image/*"
            capture="environment"
            multiple
            onChange={(event) => {
              onPhotos([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </>
      )}
      {photos.slice(0, 3).map((photo) => (
        <Thumb key={photo.key} photo={photo} />
      ))}
      {photos.length > 3 && <span>+{photos.length - 3}</span>}
      {storedPhotos > 0 && (
        <button type="button" className={styles.link} onClick={onShowPhotos}>
          {storedPhotos === 1 ? '1 foto enviada' : `${storedPhotos} fotos enviadas`}
        </button>
      )}
    </div>
  );
};
