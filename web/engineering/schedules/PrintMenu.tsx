import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { PrintIcon } from '#web/ui/icons.ts';
import { Button, Menu } from '#web/ui/index.ts';
import { useState } from 'react';
import { failures } from './words.ts';

interface PrintMenuProps {
  /** Key and code of the cost estimate. */
  id: string;
  code: string;
  /** Nothing is planned: there is nothing to print. */
  empty: boolean;
}

const PAPERS = ['A4', 'A3'] as const;

/** The Gantt as PDF: pages of the browser would cut the chart apart. */
export const PrintMenu = ({ id, code, empty }: PrintMenuProps) => {
  const [busy, setBusy] = useState(false);
  const save = async (paper: (typeof PAPERS)[number]) => {
    setBusy(true);
    const path = `/api/v1/engineering/cost-estimates/${id}/schedule/file?paper=${paper}`;
    await downloadFile(path, `${code} cronograma.pdf`).catch((error: unknown) => notifyFailure(error, failures.export));
    setBusy(false);
  };
  return (
    <Menu
      trigger={
        <Button variant="subtle" icon={<PrintIcon />} busy={busy}>
          Imprimir
        </Button>
      }
      actions={PAPERS.map((paper) => ({
        label: `PDF, ${paper} paisagem`,
        disabled: busy || empty,
        onClick: () => void save(paper),
      }))}
    />
  );
};
