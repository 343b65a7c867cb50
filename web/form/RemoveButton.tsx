import { DeleteIcon } from '#web/ui/icons.ts';
import { Button, IconButton, useIsPhone } from '#web/ui/index.ts';

/** "Excluir" at the start of a drawer's foot; only its icon on a phone, to leave room for the other buttons. */
export const RemoveButton = ({ onClick }: { onClick: () => void }) =>
  useIsPhone() ? (
    <IconButton label="Excluir" icon={<DeleteIcon />} onClick={onClick} />
  ) : (
    <Button variant="subtle" icon={<DeleteIcon />} onClick={onClick}>
      Excluir
    </Button>
  );
