import { findRoute } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { UploadIcon } from '#web/ui/icons.ts';
import { Button, IconButton, useIsNarrow } from '#web/ui/index.ts';
import { useLocation, useNavigate } from 'react-router-dom';

/** Goes to the import of the list at this address, where there is one and the user may import. */
export const ImportButton = () => {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { may } = useSession();
  const narrow = useIsNarrow();
  const path = `${pathname.replace(/\/+$/, '')}/import`;
  const route = findRoute(path);
  // Lists with an import of their own have their own button for it.
  if (!route?.fromPalette || !may(route.rule)) return null;
  const open = () => void navigate(path);
  return narrow ? (
    <IconButton label="Importar" icon={<UploadIcon />} onClick={open} />
  ) : (
    <Button variant="subtle" icon={<UploadIcon />} onClick={open}>
      Importar
    </Button>
  );
};
