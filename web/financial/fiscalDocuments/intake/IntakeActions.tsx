import { counted } from '#domain/numberFormat.ts';
import { UploadIcon } from '#web/ui/icons.ts';
import { Button, IconButton, useIsNarrow, useIsPhone } from '#web/ui/index.ts';
import { useIntake } from './context.ts';

/** "Importar XML", and the way to the notas that are no expense yet. */
export const IntakeActions = () => {
  const intake = useIntake();
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  if (!intake) return null;
  const { waiting, list, choose } = intake;
  const choosing = waiting > 0 ? choose : list;
  return (
    <>
      {waiting > 0 && (
        <Button variant="subtle" onClick={list}>
          {phone ? counted(waiting, 'nota') : `${counted(waiting, 'nota')} por lançar`}
        </Button>
      )}
      {narrow ? (
        <IconButton label="Importar XML" icon={<UploadIcon />} onClick={choosing} />
      ) : (
        <Button variant="subtle" icon={<UploadIcon />} onClick={choosing}>
          Importar XML
        </Button>
      )}
    </>
  );
};
