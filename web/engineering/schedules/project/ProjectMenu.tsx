import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { DownloadIcon, UploadIcon } from '#web/ui/icons.ts';
import { Button, Menu } from '#web/ui/index.ts';
import { useState } from 'react';
import { failures } from '../words.ts';

interface ProjectMenuProps {
  /** Key and code of the cost estimate. */
  id: string;
  code: string;
  /** Nothing is planned: there is nothing to export. */
  empty: boolean;
  onImport: () => void;
}

export const projectFilePath = (id: string): string => `/api/v1/engineering/cost-estimates/${id}/schedule/project-file`;

/** Files of MS Project: the schedule as one, and one into the schedule. */
export const ProjectMenu = ({ id, code, empty, onImport }: ProjectMenuProps) => {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await downloadFile(projectFilePath(id), `${code} cronograma.xml`).catch((error: unknown) =>
      notifyFailure(error, failures.export),
    );
    setBusy(false);
  };
  return (
    <Menu
      trigger={
        <Button variant="subtle" busy={busy}>
          MS Project
        </Button>
      }
      actions={[
        { label: 'Exportar (XML)', icon: <DownloadIcon />, disabled: busy || empty, onClick: () => void save() },
        { label: 'Importar (XML)', icon: <UploadIcon />, onClick: onImport },
      ]}
    />
  );
};
