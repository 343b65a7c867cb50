import { formatDate } from '#domain/dates.ts';
import { errorText } from '#web/client/errors.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { StoredPicture } from '#web/form/StoredPicture.tsx';
import {
  useDeleteMeasurementPhotoMutation,
  useMeasurementPicturesQuery,
  type MeasurementPicturesQuery,
} from '#web/generated/engineering.ts';
import { Button, dayOf, Dialog, EmptyState, ErrorState, IconButton, Skeleton, timeOf } from '#web/ui/index.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import type { MeasuredRow } from '../model/rows.ts';
import type { Sheet } from '../useSheet.ts';
import { failures } from '../words.ts';
import styles from './photos.module.css';

type Photo = NonNullable<MeasurementPicturesQuery['measurementPhotos']>[number];

interface PhotosDialogProps {
  sheet: Sheet;
  /** Photos of this line; null: of all lines. */
  row: MeasuredRow | null;
  onClose: () => void;
}

/** Photos of a line or of the whole measurement, with who took them and when. */
export const PhotosDialog = ({ sheet, row, onClose }: PhotosDialogProps) => {
  const measurementId = sheet.head.id;
  const { data, error, refetch } = useMeasurementPicturesQuery({
    variables: { measurementId },
    fetchPolicy: 'network-only',
    context: { quiet: true },
  });
  const [remove] = useDeleteMeasurementPhotoMutation({ context: { quiet: true } });
  const photos = data?.measurementPhotos?.filter(({ rowId }) => row === null || rowId === row.facts.id);
  const nameOf = (rowId: string): string => {
    const facts = sheet.rows.find(({ facts: { id } }) => id === rowId)?.facts;
    return facts ? `${facts.code} ${facts.description}` : '';
  };
  const discard = async (photo: Photo) => {
    try {
      await remove({ variables: { measurementId, photoId: photo.id } });
      sheet.countPhoto(photo.rowId, -1);
      await refetch();
    } catch (failure) {
      notifyFailure(failure, failures.save);
    }
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={row ? `Fotos de ${row.facts.code} ${row.facts.description}` : 'Fotos da medição'}
      actions={<Button onClick={onClose}>Fechar</Button>}
    >
      {error ? (
        <ErrorState message={errorText(error, failures.one)} onRetry={() => void refetch()} />
      ) : !photos ? (
        <Skeleton rows={3} />
      ) : photos.length === 0 ? (
        <EmptyState title="Nenhuma foto" text="As fotos são tiradas no celular, em cada serviço." />
      ) : (
        <div className={styles.grid}>
          {photos.map((photo) => (
            <figure key={photo.id} className={styles.figure}>
              <StoredPicture
                path={photo.path}
                name={photo.name}
                className={styles.picture}
                blankClassName={styles.blank}
              />
              <figcaption>
                <span>
                  {row === null && <strong>{nameOf(photo.rowId)}</strong>}
                  <span>
                    {formatDate(dayOf(photo.takenAt ?? photo.createdAt))}, {timeOf(photo.takenAt ?? photo.createdAt)}
                    {photo.createdBy ? ` · ${photo.createdBy.name}` : ''}
                  </span>
                </span>
                {sheet.writable && (
                  <IconButton label="Excluir foto" icon={<DeleteIcon />} onClick={() => void discard(photo)} />
                )}
              </figcaption>
            </figure>
          ))}
        </div>
      )}
    </Dialog>
  );
};
