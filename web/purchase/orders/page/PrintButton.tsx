import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { DownloadIcon } from '#web/ui/icons.ts';
import { Button, IconButton, useIsPhone } from '#web/ui/index.ts';
import { useState } from 'react';

interface PrintButtonProps {
  order: { id: string; document: string };
  /** What is not saved would be missing in the file. */
  dirty: boolean;
}

/** The stored order as PDF, for its supplier. */
export const PrintButton = ({ order: { id, document }, dirty }: PrintButtonProps) => {
  const { companyId } = usePlace();
  const [busy, setBusy] = useState(false);
  const phone = useIsPhone();
  const save = async () => {
    setBusy(true);
    const path = `/api/v1/purchase/company/${companyId}/order/${id}/pdf`;
    await downloadFile(path, `Pedido ${document}.pdf`).catch((error: unknown) =>
      notifyFailure(error, 'Não consegui gerar o PDF do pedido.'),
    );
    setBusy(false);
  };
  const rest = { disabled: dirty, onClick: () => void save() };
  return phone ? (
    <IconButton label="PDF do pedido" icon={<DownloadIcon />} {...rest} />
  ) : (
    <Button variant="subtle" icon={<DownloadIcon />} busy={busy} {...rest}>
      PDF
    </Button>
  );
};
