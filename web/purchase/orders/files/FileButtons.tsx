import { DELIVERY_FILE_TYPES } from '#schema/purchase/orders/limits.ts';
import { AttachIcon, CameraIcon } from '#web/ui/icons.ts';
import { Button, IconButton, useIsPhone } from '#web/ui/index.ts';
import { useRef } from 'react';

interface FileButtonsProps {
  /** "da NF 15.402": what the files are of. */
  of: string;
  /** Icons alone, beside a nota. */
  small?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Takes photos and scans: from the camera on a phone, from the device everywhere. */
export const FileButtons = ({ of, small = false, onFiles }: FileButtonsProps) => {
  const phone = useIsPhone();
  const [camera, chosen] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])]);
    input.value = '';
  };
  return (
    <>
      {phone && !small && (
        <Button icon={<CameraIcon />} onClick={() => camera.current?.click()}>
          Fotografar canhoto
        </Button>
      )}
      {phone && small && (
        <IconButton
          size="small"
          label={`Fotografar ${of}`}
          icon={<CameraIcon />}
          onClick={() => camera.current?.click()}
        />
      )}
      {small ? (
        <IconButton
          size="small"
          label={`Anexar foto ${of}`}
          icon={<AttachIcon />}
          onClick={() => chosen.current?.click()}
        />
      ) : (
        <Button icon={<AttachIcon />} onClick={() => chosen.current?.click()}>
          {phone ? 'Da galeria' : 'Anexar foto do canhoto'}
        </Button>
      )}
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={`Foto ${of}`}
        onChange={({ target }) => take(target)}
      />
      <input
        ref={chosen}
        hidden
        multiple
        type="file"
        accept={DELIVERY_FILE_TYPES.join(',')}
        aria-label={`Arquivos ${of}`}
        onChange={({ target }) => take(target)}
      />
    </>
  );
};
