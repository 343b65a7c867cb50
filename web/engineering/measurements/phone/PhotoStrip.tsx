import { CameraIcon, OfflineIcon, WarningIcon } from '#web/ui/icons.ts';
import { Button } from '#web/ui/index.ts';
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
  onRetry: (photo: QueuedPhoto) => void;
  onDiscard: (photo: QueuedPhoto) => void;
}

const Thumb = ({ photo }: { photo: QueuedPhoto }) => {
  const address = useMemo(() => URL.createObjectURL(photo.blob), [photo.blob]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <span className={styles.thumb}>
      <img src={address} alt="Foto guardada neste aparelho" />
      {photo.refused === undefined ? <OfflineIcon /> : <WarningIcon />}
    </span>
  );
};

/** A photo that the service did not take, why, and what to do with it. */
const Refused = ({
  photo,
  onRetry,
  onDiscard,
}: Pick<PhotoStripProps, 'onRetry' | 'onDiscard'> & { photo: QueuedPhoto }) => (
  <div className={styles.refused} role="group" aria-label="Foto que não foi aceita">
    <Thumb photo={photo} />
    <span>Não foi aceita. {photo.refused}</span>
    <Button variant="subtle" onClick={() => onRetry(photo)}>
      Tentar de novo
    </Button>
    <Button variant="subtle" onClick={() => onDiscard(photo)}>
      Descartar
    </Button>
  </div>
);

/** The camera, and the photos of a line. */
export const PhotoStrip = (props: PhotoStripProps) => {
  const { name, writable, storedPhotos, onPhotos, onShowPhotos, onRetry, onDiscard } = props;
  const photos = props.photos.filter(({ refused }) => refused === undefined);
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
      {props.photos
        .filter(({ refused }) => refused !== undefined)
        .map((photo) => (
          <Refused key={photo.key} {...{ photo, onRetry, onDiscard }} />
        ))}
      {storedPhotos > 0 && (
        <button type="button" className={styles.link} onClick={onShowPhotos}>
          {storedPhotos === 1 ? '1 foto enviada' : `${storedPhotos} fotos enviadas`}
        </button>
      )}
    </div>
  );
};
