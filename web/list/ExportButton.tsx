import { CloseIcon, DownloadIcon } from '#web/ui/icons.ts';
import { Button, IconButton, Menu, useIsNarrow } from '#web/ui/index.ts';
import { useExport, type Exported } from './export/useExport.ts';

/** Exports all rows of the filter, not only the page, as CSV or XLSX, or as PDF, which is what paper gets. */
export const ExportButton = <Row,>(props: Exported<Row>) => {
  const { actions, progress, cancel } = useExport(props);
  const narrow = useIsNarrow();
  const busy = progress !== null;
  const label = progress ? `Exportando… ${progress}` : 'Exportar';
  return (
    <Menu
      trigger={
        narrow ? (
          <IconButton label={label} icon={<DownloadIcon />} spinning={busy} />
        ) : (
          <Button variant="subtle" icon={<DownloadIcon />} spinning={busy}>
            {label}
          </Button>
        )
      }
      {...(narrow && progress && { heading: label })}
      actions={busy ? [{ label: 'Cancelar exportação', icon: <CloseIcon />, onClick: cancel }] : actions}
    />
  );
};
