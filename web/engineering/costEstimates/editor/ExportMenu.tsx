import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import type { CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { DownloadIcon } from '#web/ui/icons.ts';
import { Button, IconButton, Menu } from '#web/ui/index.ts';
import { useState } from 'react';
import { failures } from '../words.ts';

interface ExportMenuProps {
  header: CostEstimateHeaderFragment;
  /** What is not saved would be missing in the file. */
  dirty: boolean;
  phone: boolean;
}

const FORMATS = [
  { label: 'PDF sintético', extension: 'pdf', body: { format: 'PDF', kind: 'SYNTHETIC' } },
  { label: 'PDF analítico, com as composições', extension: 'pdf', body: { format: 'PDF', kind: 'ANALYTIC' } },
  { label: 'Excel (XLSX), com fórmulas', extension: 'xlsx', body: { format: 'XLSX' } },
  { label: 'CSV', extension: 'csv', body: { format: 'CSV' } },
] as const;

/** The stored estimate as a file. */
export const ExportMenu = ({ header: { id, code, description }, dirty, phone }: ExportMenuProps) => {
  const { companyId } = usePlace();
  const [busy, setBusy] = useState(false);
  const save = async (extension: string, body: object) => {
    setBusy(true);
    const path = `/api/v1/engineering/company/${companyId}/cost-estimate/${id}/export`;
    await downloadFile(path, `${code} ${description}.${extension}`, body).catch((error: unknown) =>
      notifyFailure(error, failures.export),
    );
    setBusy(false);
  };
  return (
    <Menu
      trigger={
        phone ? (
          <IconButton label="Exportar" icon={<DownloadIcon />} />
        ) : (
          <Button variant="subtle" icon={<DownloadIcon />} busy={busy}>
            Exportar
          </Button>
        )
      }
      {...(dirty && { heading: 'Salve antes: o arquivo traz o que está salvo.' })}
      actions={FORMATS.map(({ label, extension, body }) => ({
        label,
        disabled: dirty || busy,
        onClick: () => void save(extension, body),
      }))}
    />
  );
};
